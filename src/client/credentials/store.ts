// Changes the files of the user's configuration, which are credentials, settings and profiles: under a lock and
// atomically. Separate from reading them, because most commands only read.
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
import type { SettingField } from './settings';

/**
 * Stores credentials: under the lock, with unknown members kept and permissions repaired. `replace: false`
 * refuses, with `invalid_input`, if a login with another key is stored. Throws `invalid_credentials_file` if
 * the existing file cannot be parsed, and `write_failed` if it cannot be written; the old file is then
 * unchanged.
 */
export async function storeCredentials(
  path: string,
  credentials: StoredCredentials,
  run: LockOptions,
  { replace }: { replace: boolean } = { replace: true },
): Promise<void> {
  await replaceMembers(path, run, () => {
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
    // Known members come first in the file.
    return { ...known, ...before?.fields, ...known };
  });
}

/**
 * Removes the credentials file, whatever it contains, and all files that a killed login left; of a symbolic
 * link, the link and its target. Returns the paths that were removed, none if there was no file. Throws
 * `write_failed`.
 */
export async function removeCredentials(path: string, run: LockOptions): Promise<string[]> {
  return changing(path, async () => {
    const probes = sweepProbes(path);
    if (lstatIfExists(path) === undefined && !hasTemporaryFiles(path)) return probes;
    const remove = () => {
      const left = sweepTemporaryFiles(path);
      const target = followLinks(path);
      // A login only writes regular files: anything else is kept.
      if (lstatIfExists(target)?.isFile() === false) {
        const message = `${target} is not a regular file and was kept.`;
        throw failed('write_failed', 'not_a_regular_file', message);
      }
      const removed = [...new Set([target, path])].filter(removeIfExists).concat(left, probes);
      syncDirectory(dirname(path));
      return removed;
    };
    try {
      return await withLock(path, run, remove);
    } catch (error) {
      // Another process removed the directory of the profile with the login.
      if (hasCode(error, 'ENOENT') && lstatIfExists(dirname(path)) === undefined) return probes;
      throw error;
    }
  });
}

export function loginStored(path: string): WaypostError {
  return rejected('login_stored', `A login is stored already in ${path}.`);
}

/**
 * Writes one setting, or removes it if `value` is undefined; other members of the file are kept, whatever they
 * are. Returns whether it was set before. Throws `invalid_input` for a file that cannot be parsed, and
 * `write_failed`.
 */
export async function changeSetting(
  path: string,
  name: SettingField,
  value: string | undefined,
  run: LockOptions,
): Promise<boolean> {
  const isSet = (readJsonFile(path, configFile)?.fields[name] ?? undefined) !== undefined;
  if (!isSet && value === undefined) return false;
  let wasSet = false;
  await replaceMembers(path, run, () => {
    const { [name]: before, ...others } = readJsonFile(path, configFile)?.fields ?? {};
    wasSet = before !== undefined;
    return { ...others, [name]: value };
  });
  return wasSet;
}

/**
 * Replaces the rules; other members of the file are kept. Throws as `readProfileRules`, and `write_failed`.
 */
export async function changeProfileRules(
  path: string,
  run: LockOptions,
  change: (rules: ProfileRules) => Partial<ProfileRules>,
): Promise<void> {
  await replaceMembers(path, run, () => {
    const before = readProfileRules(path);
    const { current, bindings } = { ...before, ...change(before) };
    const directories = [...bindings].map(([path, profile]) => [path, profile ?? defaultProfile]);
    const known = { current, bindings: Object.fromEntries(directories) };
    return { ...known, ...readJsonFile(path, configFile)?.fields, ...known };
  });
}

/**
 * Replaces one of the files by the result of `change`, under its lock; permissions are repaired. Members that are
 * undefined are not written. Throws the errors of `change`, and `write_failed`; the old file is then unchanged.
 */
async function replaceMembers(
  path: string,
  run: LockOptions,
  change: () => JsonObject,
): Promise<void> {
  await changing(path, async () => {
    ensurePrivateDirectory(dirname(path));
    await withLock(path, run, () => {
      const fields = change();
      sweepTemporaryFiles(path);
      writeFileAtomically(path, `${jsonText(fields, 2)}\n`);
    });
  });
}

/** Runs the work; an error of the system becomes `write_failed` with the path. */
async function changing<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isSystemError(error) ? writeFailure(path, error) : error;
  }
}
