// The credentials file: its path, its owner, and who may read it.
import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readCredentialsFile } from '../../../../client/credentials/read';
import { WaypostError } from '../../../../lib/errors';
import { isForeign } from '../../../../lib/small-file';
import { systemReason } from '../../../../lib/system-error';
import type { Context } from '../../../context';
import { hintOf } from '../../../hints/advice';
import { doctorHints } from '../../../hints/doctor';
import { type Check, failedCheck, passed } from './check';

const file = 'credentials_file';
const directory = 'configuration_directory';

/** The file of the profile in use, and its directory. */
export function configurationChecks({ credentialsPath, configuration }: Context): Check[] {
  return [
    directoryCheck(dirname(credentialsPath)),
    fileCheck(credentialsPath),
    settingsCheck(configuration),
  ];
}

function settingsCheck({ settings, problem }: Context['configuration']): Check {
  if (problem !== undefined) return failedCheck('settings', problem.message, hintOf(problem));
  const set = Object.keys(settings);
  return passed('settings', set.length === 0 ? 'None are set.' : `Set: ${set.join(', ')}.`);
}

function directoryCheck(path: string): Check {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const message = `${path} cannot be read: ${systemReason(error)}.`;
    return failedCheck(directory, message, doctorHints.unreachable);
  }
  if (found === undefined) return passed(directory, `${path} does not exist yet.`);
  if (isForeign(found)) {
    const message = `${path} belongs to another user (number ${found.uid}).`;
    return failedCheck(directory, message, doctorHints.foreign);
  }
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    const message = `${path} cannot be written: ${systemReason(error)}.`;
    return failedCheck(directory, message, doctorHints.unwritable(path));
  }
  return passed(directory, `${path}${ownership(found.mode)}.`);
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
