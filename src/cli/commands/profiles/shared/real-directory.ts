// Directories are bound by their real paths: a link that replaces one later, or is part of a checkout,
// chooses no profile.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalidInput } from '../../../../lib/errors';
import { systemReason } from '../../../../lib/system-error';

/** The path of a directory without symbolic links. Throws `invalid_input` if it is no directory. */
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

/** As `realDirectory`; a missing directory is taken as written. */
export function directoryAsBound(named: string): string {
  try {
    return realDirectory(named);
  } catch (error) {
    if (named.trim() === '') throw error;
    return resolve(named);
  }
}
