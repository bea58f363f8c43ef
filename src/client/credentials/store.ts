// Changes the user's configuration files (credentials, settings and profiles) atomically and under a lock. Most
// commands only read these files and do not load this module.
import { dirname } from 'node:path';
import {
  ensurePrivateDirectory,
  followLinks,
  hasTemporaryFiles,
  lstatIfExists,
  removeIfExists,
  sweepProbes,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../lib/atomic-file';
import { syncDirectory } from '../../lib/directory';
import type { WaypostError } from '../../lib/errors';
import { type JsonObject, jsonText } from '../../lib/exact-json';
import { type LockOptions, withLock } from '../../lib/file-lock';
import { hasCode, isSystemError, writeFailure } from '../../lib/system-error';
import { failed, rejected } from '../reasons';
import { defaultProfile } from './directories';
import { configFile, readJsonFile } from './json-file';
import { type ProfileRules, readProfileRules } from './profiles';
import { readCredentialsFile, type StoredCredentials } from './read';

/**
 * Stores credentials in the file while holding the file's lock. Keeps unknown fields and repairs the file's
 * permissions. If `replace` is false and the file contains a login with a different API key, throws `invalid_input`.
 * Throws `invalid_credentials_file` if the existing file cannot be used, and `write_failed` if the file cannot be
 * written. After an error, the old file is unchanged.
 */
export async function storeCredentials(
  path: string,
  credentials: StoredCredentials,
  run: LockOptions,
  { replace }: { replace: boolean } = { replace: true },
): Promise<void> {
  await replaceFields(path, run, () => {
    const before = readCredentialsFile(path);
    const other = before !== undefined && before.credentials.apiKey !== credentials.apiKey;
    if (other && !replace) throw loginStored(path);
    const known = {
      api_key: credentials.apiKey,
      api_key_command: credentials.apiKeyCommand,
      user_token: credentials.userToken,
      user_token_command: credentials.userTokenCommand,
      base_url: credentials.baseUrl,
    };
    // The order of these objects puts the known fields first in the file.
    return { ...known, ...before?.fields, ...known };
  });
}

/**
 * Removes the credentials file, even if it is damaged, and all temporary files that killed processes left behind. If
 * the path is a symbolic link, removes the link and its target. Returns the removed paths. Throws `write_failed` if a
 * file cannot be removed.
 */
export async function removeCredentials(path: string, run: LockOptions): Promise<string[]> {
  return reportWriteFailure(path, async () => {
    const probes = sweepProbes(path);
    if (lstatIfExists(path) === undefined && !hasTemporaryFiles(path)) return probes;
    const remove = () => {
      const left = sweepTemporaryFiles(path);
      const target = followLinks(path);
      // waypost writes only regular files, so waypost does not remove any other type of file.
      if (lstatIfExists(target)?.isFile() === false) {
        const message = `${target} is not a regular file, so waypost did not remove it.`;
        throw failed('write_failed', 'not_a_regular_file', message);
      }
      const removed = [...new Set([target, path])].filter(removeIfExists).concat(left, probes);
      syncDirectory(dirname(path));
      return removed;
    };
    try {
      return await withLock(path, run, remove);
    } catch (error) {
      // If the profile's directory no longer exists, another process removed it together with the credentials file.
      if (hasCode(error, 'ENOENT') && lstatIfExists(dirname(path)) === undefined) return probes;
      throw error;
    }
  });
}

export function loginStored(path: string): WaypostError {
  return rejected('login_stored', `A login is already stored in ${path}.`);
}

/**
 * Writes one setting, or removes the setting if `value` is undefined. Keeps all other fields of the file. Returns true
 * if the setting was set before. Throws `invalid_input` if the file cannot be read or parsed, and `write_failed` if the
 * file cannot be written.
 */
export async function changeSetting(
  path: string,
  name: string,
  value: string | undefined,
  run: LockOptions,
): Promise<boolean> {
  const isSet = (readJsonFile(path, configFile)?.fields[name] ?? undefined) !== undefined;
  if (!isSet && value === undefined) return false;
  let wasSet = false;
  await replaceFields(path, run, () => {
    const { [name]: before, ...others } = readJsonFile(path, configFile)?.fields ?? {};
    wasSet = before !== undefined;
    return { ...others, [name]: value };
  });
  return wasSet;
}

/**
 * Changes the profile rules. Keeps other fields of the file. Throws the errors of `readProfileRules`, and
 * `write_failed` if the file cannot be written.
 */
export async function changeProfileRules(
  path: string,
  run: LockOptions,
  change: (rules: ProfileRules) => Partial<ProfileRules>,
): Promise<void> {
  await replaceFields(path, run, () => {
    const before = readProfileRules(path);
    const { current, bindings } = { ...before, ...change(before) };
    const directories = [...bindings].map(([path, profile]) => [path, profile ?? defaultProfile]);
    const known = { current, bindings: Object.fromEntries(directories) };
    return { ...known, ...readJsonFile(path, configFile)?.fields, ...known };
  });
}

/**
 * Replaces the file's content with the fields that `change` returns, and repairs the file's permissions, while holding
 * the file's lock. Omits undefined fields. Throws the errors of `change`, and `write_failed` if the file cannot be
 * written. After an error, the old file is unchanged.
 */
async function replaceFields(
  path: string,
  run: LockOptions,
  change: () => JsonObject,
): Promise<void> {
  await reportWriteFailure(path, async () => {
    ensurePrivateDirectory(dirname(path));
    await withLock(path, run, () => {
      const fields = change();
      sweepTemporaryFiles(path);
      writeFileAtomically(path, `${jsonText(fields, 2)}\n`);
    });
  });
}

/** Runs `change`. Converts a system error to a `write_failed` error that contains the path. */
async function reportWriteFailure<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isSystemError(error) ? writeFailure(path, error) : error;
  }
}
