// Changing the credentials file: under its lock, whole or not at all.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  followLinks,
  hasTemporaryFiles,
  removeIfThere,
  sweepTemporaryFiles,
} from '../../lib/atomic-file';
import { syncDirectory } from '../../lib/directory';
import type { WaypostError } from '../../lib/errors';
import { withLock } from '../../lib/file-lock';
import type { Clock } from '../../lib/runtime';
import { hasCode } from '../../lib/system-error';
import { failed, rejected } from '../reasons';
import { changing, replaceMembers } from './change-files';
import { readCredentialsFile, type StoredCredentials } from './read';

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
