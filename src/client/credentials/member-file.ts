// The JSON files of the user's configuration: credentials, settings, profiles. Read with suspicion, and
// replaced under a lock, whole or not at all.
import { dirname } from 'node:path';
import {
  ensurePrivateDirectory,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../lib/atomic-file';
import type { ErrorCode, WaypostError } from '../../lib/errors';
import { jsonText, parseJson } from '../../lib/exact-json';
import { withLock } from '../../lib/file-lock';
import type { Clock } from '../../lib/runtime';
import { readOwnedFile, type SmallFile } from '../../lib/small-file';
import { hasCode, isSystemError, systemReason } from '../../lib/system-error';
import { writeFailure } from '../../lib/write-failure';
import { failed, type Reason } from '../reasons';

/** The members of a JSON object. */
export type Members = Record<string, unknown>;

/** How what is wrong with a kind of file is told. */
export interface FileKind {
  code: ErrorCode;
  /** Reason where it cannot be understood. */
  damaged: Reason;
  /** Reason where it cannot be read, or belongs to another user. */
  unusable: Reason;
}

/** Settings and profiles. */
export const configFile: FileKind = {
  code: 'invalid_input',
  damaged: 'config_damaged',
  unusable: 'config_unusable',
};

/**
 * Reads a file that holds one JSON object; undefined where there is none. Throws the code of its kind where
 * it cannot be read or understood, or belongs to another user, who could direct the keys of the environment
 * to a service of theirs; the file is left as it is.
 */
export function readMembers(
  path: string,
  kind: FileKind,
): { members: Members; mode: number } | undefined {
  let file: SmallFile;
  try {
    file = readOwnedFile(path);
  } catch (error) {
    // Also where a file stands in the place of a directory: no file can be at the path then.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    const message = `${path} cannot be used: ${systemReason(error)}.`;
    throw failed(kind.code, kind.unusable, message, { cause: error });
  }
  let value: unknown;
  try {
    value = parseJson(file.text);
  } catch {
    throw damaged(path, kind, file.text.trim() === '' ? 'it is empty' : 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw damaged(path, kind, 'it is not a JSON object');
  }
  return { members: { ...value }, mode: file.mode };
}

/** The error of a file that cannot be understood. */
export function damaged(path: string, kind: FileKind, reason: string): WaypostError {
  return failed(kind.code, kind.damaged, `${path} cannot be understood: ${reason}.`);
}

/**
 * Replaces such a file by what `change` makes of it, under its lock; permissions are repaired. Throws what
 * `change` throws, and `write_failed`; the old file is then still there.
 */
export async function replaceMembers(
  path: string,
  clock: Clock,
  change: () => Members,
): Promise<void> {
  await changing(path, async () => {
    ensurePrivateDirectory(dirname(path));
    await withLock(path, { clock }, () => {
      const members = change();
      sweepTemporaryFiles(path);
      writeFileAtomically(path, `${jsonText(members, 2)}\n`);
    });
  });
}

/** Does the work; an error of the system leaves as `write_failed` that names the path. */
export async function changing<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isSystemError(error) ? writeFailure(path, error) : error;
  }
}
