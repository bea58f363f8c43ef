// Directories are bound by where they really are: a link that is put in the place of one later on, or in a
// checkout, leads to no profile.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalidInput } from '../../../../lib/errors';
import { systemReason } from '../../../../lib/system-error';

/** The path of a directory without symbolic links. Throws `invalid_input` where it is none. */
export function realDirectory(named: string): string {
  if (named.trim() === '')
    throw invalidInput('The directory is empty.', 'Give its path, such as .');
  let path: string;
  try {
    path = realpathSync.native(resolve(named));
  } catch (cause) {
    throw invalidInput(
      `${named} cannot be used: ${systemReason(cause)}.`,
      'Give the path of a directory.',
    );
  }
  if (statSync(path).isDirectory()) return path;
  throw invalidInput(`${named} is not a directory.`, 'Give the path of a directory.');
}

/** As `realDirectory`; one that is gone is taken as it is written. */
export function directoryAsBound(named: string): string {
  try {
    return realDirectory(named);
  } catch (error) {
    if (named.trim() === '') throw error;
    return resolve(named);
  }
}
