// Reads the user's JSON configuration files (credentials, settings and profiles), and checks who owns each file and
// whether its format is valid.
import type { ErrorCode } from '../../lib/error-codes';
import type { WaypostError } from '../../lib/errors';
import { isObject, type JsonObject, parseJson } from '../../lib/exact-json';
import { readOwnedFile, type SmallFile, sharedPaths } from '../../lib/small-file';
import { hasCode, systemReason } from '../../lib/system-error';
import { failed, type Reason } from '../reasons';

export interface FileKind {
  code: ErrorCode;
  /** The error's reason if waypost cannot parse the file. */
  damaged: Reason;
  /** The error's reason if waypost cannot read the file or the file belongs to another user. */
  unusable: Reason;
}

export const configFile: FileKind = {
  code: 'invalid_input',
  damaged: 'config_damaged',
  unusable: 'config_unusable',
};

/**
 * Reads a file that contains a JSON object. Returns undefined if the file does not exist. Throws an error with
 * `kind.code` if the file cannot be read or parsed, or if the file belongs to another user. A file that belongs to
 * another user could make waypost send keys from environment variables to a different service. Never changes the file.
 */
export function readJsonFile(
  path: string,
  kind: FileKind,
): { fields: JsonObject; mode: number } | undefined {
  let file: SmallFile;
  try {
    file = readOwnedFile(path);
  } catch (error) {
    // ENOTDIR means that one of the parent directories in the path is a file, so nothing exists at the path.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw failed(kind.code, kind.unusable, `waypost cannot use ${path}: ${systemReason(error)}.`);
  }
  let value: unknown;
  try {
    value = parseJson(file.text);
  } catch {
    throw damaged(path, kind, file.text.trim() === '' ? 'it is empty' : 'it is not JSON');
  }
  if (!isObject(value)) throw damaged(path, kind, 'it is not a JSON object');
  return { fields: value, mode: file.mode };
}

export function damaged(path: string, kind: FileKind, reason: string): WaypostError {
  return failed(kind.code, kind.damaged, `waypost cannot parse ${path}: ${reason}.`);
}

/** A warning that other users can read or change a configuration file or directory. */
export interface SharedWarning {
  reason: 'file_readable' | 'file_writable' | 'directory_writable';
  message: string;
  path: string;
}

/**
 * Returns a warning for each path that other users can change. Checks the file, its directory, and the targets of
 * symbolic links.
 */
export function sharedWarnings(path: string): SharedWarning[] {
  return sharedPaths(path).map(({ path, mode, isDirectory }) => ({
    reason: isDirectory ? 'directory_writable' : 'file_writable',
    message: sharedMessage(path, mode, 'change'),
    path,
  }));
}

/** Returns the message for a path that other users can read or change. `verb` is `read` or `change`. */
export function sharedMessage(path: string, mode: number, verb: string): string {
  return `Other users can ${verb} ${path} (mode ${mode.toString(8).padStart(4, '0')}).`;
}
