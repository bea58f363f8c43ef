// Changing the files of the user's configuration, which are credentials, settings and profiles: under a lock,
// whole or not at all. Apart from reading them, because most commands only read.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  ensurePrivateDirectory,
  followLinks,
  hasTemporaryFiles,
  removeIfThere,
  sweepTemporaryFiles,
  writeFileAtomically,
} from '../../lib/atomic-file';
import { syncDirectory } from '../../lib/directory';
import type { WaypostError } from '../../lib/errors';
import { jsonText } from '../../lib/exact-json';
import { withLock } from '../../lib/file-lock';
import type { Clock } from '../../lib/runtime';
import { hasCode, isSystemError } from '../../lib/system-error';
import { writeFailure } from '../../lib/write-failure';
import { failed, rejected } from '../reasons';
import { configFile, type Members, readMembers } from './member-file';
import { type ProfileRules, readProfileRules } from './profiles';
import { readCredentialsFile, type StoredCredentials } from './read';
import { readSettings, type SettingMember } from './settings';

/**
 * Stores credentials: under the lock, members the tool does not know kept, permissions repaired.
 * `replace: false` refuses, with `invalid_input`, where a login with another key is stored already.
 * Throws `invalid_credentials_file` where the file that is there cannot be understood, and
 * `write_failed` where it cannot be written; the old file is then still there.
 */
export async function storeCredentials(
  path: string,
  credentials: StoredCredentials,
  clock: Clock,
  { replace }: { replace: boolean } = { replace: true },
): Promise<void> {
  await replaceMembers(path, clock, () => {
    const before = readCredentialsFile(path);
    const other = before !== undefined && before.credentials.apiKey !== credentials.apiKey;
    if (other && !replace) throw loginStored(path);
    const {
      api_key: _key,
      api_key_command: _keyCommand,
      user_token: _token,
      user_token_command: _tokenCommand,
      base_url: _url,
      ...unknownMembers
    } = before?.members ?? {};
    const { apiKey, apiKeyCommand, userToken, userTokenCommand, baseUrl } = credentials;
    return {
      ...(apiKey === undefined ? {} : { api_key: apiKey }),
      ...(apiKeyCommand === undefined ? {} : { api_key_command: apiKeyCommand }),
      ...(userToken === undefined ? {} : { user_token: userToken }),
      ...(userTokenCommand === undefined ? {} : { user_token_command: userTokenCommand }),
      ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
      ...unknownMembers,
    };
  });
}

/**
 * Removes the credentials file, whatever it holds, and what a login that was killed left beside it; of a
 * symbolic link, the link and its target. Returns the paths that were removed, none where there was no file. Throws `write_failed`.
 */
export async function removeCredentials(path: string, clock: Clock): Promise<string[]> {
  return changing(path, async () => {
    if (!isThere(path) && !hasTemporaryFiles(path)) return [];
    return withLock(path, { clock }, () => {
      const left = sweepTemporaryFiles(path);
      const target = followLinks(path);
      refuseAllButFiles(target);
      const removed = [...new Set([target, path])].filter(removeIfThere).concat(left);
      syncDirectory(dirname(path));
      return removed;
    });
  });
}

/** The refusal to overwrite a login that nobody said may go. */
export function loginStored(path: string): WaypostError {
  return rejected('login_stored', `A login is stored already in ${path}.`);
}

/** What is no file was not put there by a login, wherever a link may lead: it stays. */
function refuseAllButFiles(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false })?.isFile() === false) {
    const message = `${target} is not a regular file and was left alone.`;
    throw failed('write_failed', 'not_a_regular_file', message);
  }
}

/** Whether anything stands at the path: a file, or a link, also one that leads nowhere. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/**
 * Writes one setting, or removes it where `value` is undefined; what else the file holds is kept. Returns
 * whether it was set before. Throws as `readSettings`, and `write_failed`.
 */
export async function changeSetting(
  path: string,
  name: SettingMember,
  value: string | undefined,
  clock: Clock,
): Promise<boolean> {
  let wasSet = name in readSettings(path);
  if (!wasSet && value === undefined) return false;
  await replaceMembers(path, clock, () => {
    const { [name]: before, ...others } = readMembers(path, configFile)?.members ?? {};
    wasSet = before !== undefined;
    return value === undefined ? others : { ...others, [name]: value };
  });
  return wasSet;
}

/** Replaces the rules; what else the file holds is kept. Throws as `readProfileRules`, and `write_failed`. */
export async function changeProfileRules(
  path: string,
  clock: Clock,
  change: (rules: ProfileRules) => Partial<ProfileRules>,
): Promise<void> {
  await replaceMembers(path, clock, () => {
    const before = readProfileRules(path);
    const { current, bindings } = { ...before, ...change(before) };
    const {
      current: _current,
      bindings: _bindings,
      ...others
    } = readMembers(path, configFile)?.members ?? {};
    return {
      ...(current === undefined ? {} : { current }),
      bindings: Object.fromEntries(bindings),
      ...others,
    };
  });
}

/**
 * Replaces one of the files by what `change` makes of it, under its lock; permissions are repaired. Throws what
 * `change` throws, and `write_failed`; the old file is then still there.
 */
async function replaceMembers(path: string, clock: Clock, change: () => Members): Promise<void> {
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
async function changing<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw isSystemError(error) ? writeFailure(path, error) : error;
  }
}
