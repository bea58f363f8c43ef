// The credentials file and the directories of the tool: their paths, owners, and who may read or write them.
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { dataDirectory } from '../../../../client/credentials/data-directory';
import { readCredentialsFile } from '../../../../client/credentials/read';
import { WaypostError } from '../../../../lib/errors';
import { isForeign, othersMayReplace } from '../../../../lib/small-file';
import { systemReason } from '../../../../lib/system-error';
import { hintOf } from '../../../hints/advice';
import { doctorHints } from '../../../hints/doctor';
import type { Context } from '../../../run/context';
import { type Check, failedCheck, passed } from './check';

const file = 'credentials_file';

/** The file of the profile in use, its directory, and that of data. */
export function configurationChecks({ credentialsPath, configuration, world }: Context): Check[] {
  const configDirectory = dirname(credentialsPath);
  return [
    directoryCheck('configuration_directory', configDirectory, 'Logins', doctorHints.foreign),
    fileCheck(credentialsPath),
    settingsCheck(configuration),
    directoryCheck(
      'data_directory',
      dataDirectory(world),
      'Sign-ups and sandboxes',
      doctorHints.foreignData,
    ),
  ];
}

function settingsCheck({ settings, problem }: Context['configuration']): Check {
  if (problem !== undefined) return failedCheck('settings', problem.message, hintOf(problem));
  const set = Object.keys(settings);
  return passed('settings', set.length === 0 ? 'None are set.' : `Set: ${set.join(', ')}.`);
}

/** A directory of the tool's, or the one above in which it would be made. */
function directoryCheck(name: string, path: string, use: string, foreign: string): Check {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const message = `${path} cannot be read: ${systemReason(error)}.`;
    return failedCheck(name, message, doctorHints.unreachable);
  }
  if (found === undefined) return missingCheck(name, path, use);
  if (isForeign(found)) {
    const message = `${path} belongs to another user (number ${found.uid}).`;
    return failedCheck(name, message, foreign);
  }
  if (othersMayReplace(path)) {
    const message = `${path} can be written by others (mode ${octal(found.mode)}).`;
    return failedCheck(name, message, doctorHints.shared(path));
  }
  const reason = unwritable(path);
  if (reason !== undefined) {
    const message = `${path} cannot be written: ${reason}.`;
    return failedCheck(name, message, doctorHints.unwritable(path, use));
  }
  return passed(name, `${path}${ownership(found.mode)}.`);
}

/** A directory that is made when it is needed. */
function missingCheck(name: string, path: string, use: string): Check {
  let above = dirname(path);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  const reason = unwritable(above);
  if (reason === undefined) return passed(name, `${path} does not exist yet.`);
  const message = `${path} does not exist, and cannot be made in ${above}: ${reason}.`;
  return failedCheck(name, message, doctorHints.unwritable(above, use));
}

/** Why nothing can be written into a directory. */
function unwritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return systemReason(error);
  }
}

function fileCheck(path: string): Check {
  try {
    const read = readCredentialsFile(path);
    if (read === undefined) return passed(file, `${path} does not exist: no login is stored.`);
    const link = lstatSync(path).isSymbolicLink() ? `, a link to ${realpathSync(path)}` : '';
    const { mode } = statSync(path);
    if (read.looseMode !== undefined) {
      const message = `${path}${link} can be read by others (mode ${octal(mode)}).`;
      return failedCheck(file, message, doctorHints.loose(path));
    }
    return passed(file, `${path}${link}${ownership(mode)}.`);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failedCheck(file, error.message, hintOf(error));
  }
}

/** Access lists of Windows are not read, and nothing is said about them. */
function ownership(mode: number): string {
  return process.platform === 'win32' ? '' : ` is yours (mode ${octal(mode)})`;
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
