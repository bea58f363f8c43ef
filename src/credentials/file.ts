// The credentials file: reading it with suspicion, and changing it under its lock (contract, section 3).
import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { invalidInput, WaypostError } from '../contract/errors';
import type { Clock } from '../contract/seams';
import {
  ensurePrivateDirectory,
  followLinks,
  hasCode,
  removeIfThere,
  sweepTemporaryFiles,
  syncDirectory,
  writeFileAtomically,
} from './atomic-file';
import { parseBaseUrl } from './base-url';
import { withLock } from './lock';

/** What a login stores. `baseUrl` is the service the credentials were verified against. */
export interface StoredCredentials {
  apiKey: string;
  userToken?: string | undefined;
  baseUrl?: string | undefined;
}

/** A file as read: what it holds, and whether others on the machine may read it. */
interface CredentialsFile {
  credentials: StoredCredentials;
  /** The whole object, members the tool does not know included. */
  members: Record<string, unknown>;
  /** Permissions such as 0o644 where they are looser than 0600, else undefined. */
  looseMode: number | undefined;
}

/**
 * Reads the credentials file; undefined where there is none.
 * Throws `invalid_credentials_file` where it cannot be read or understood; the file is left as it is.
 */
export function readCredentialsFile(path: string): CredentialsFile | undefined {
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw unreadable(path, error);
  }
  try {
    const mode = fstatSync(handle).mode & 0o777;
    const members = parseMembers(path, readFileSync(handle, 'utf8'));
    return {
      credentials: narrow(path, members),
      members,
      looseMode: process.platform !== 'win32' && (mode & 0o077) !== 0 ? mode : undefined,
    };
  } catch (error) {
    throw error instanceof WaypostError ? error : unreadable(path, error);
  } finally {
    closeSync(handle);
  }
}

/**
 * Stores credentials: under the lock, members the tool does not know kept, permissions repaired.
 * `replace: false` refuses, with `invalid_input`, where a login is stored already.
 * Throws `invalid_credentials_file` where the file that is there cannot be understood, and
 * `write_failed` where it cannot be written; the old file is then still there.
 */
export async function storeCredentials(
  path: string,
  credentials: StoredCredentials,
  clock: Clock,
  { replace }: { replace: boolean } = { replace: true },
): Promise<void> {
  await changing(path, async () => {
    ensurePrivateDirectory(dirname(path));
    await withLock(path, clock, () => {
      const before = readCredentialsFile(path);
      if (before !== undefined && !replace) throw loginStored(path);
      const {
        api_key: _key,
        user_token: _token,
        base_url: _url,
        ...unknownMembers
      } = before?.members ?? {};
      sweepTemporaryFiles(path);
      const members = {
        api_key: credentials.apiKey,
        ...(credentials.userToken === undefined ? {} : { user_token: credentials.userToken }),
        ...(credentials.baseUrl === undefined ? {} : { base_url: credentials.baseUrl }),
        ...unknownMembers,
      };
      writeFileAtomically(path, `${JSON.stringify(members, undefined, 2)}\n`);
    });
  });
}

/**
 * Removes the credentials file, whatever it holds; of a symbolic link, the link and its target.
 * Returns the paths that were removed, none where there was no file. Throws `write_failed`.
 */
export async function removeCredentials(path: string, clock: Clock): Promise<string[]> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
  return changing(path, () =>
    withLock(path, clock, () => {
      sweepTemporaryFiles(path);
      const target = followLinks(path);
      const removed = [...new Set([target, path])].filter(removeIfThere);
      syncDirectory(dirname(path));
      return removed;
    }),
  );
}

/** The refusal to overwrite a login that nobody said may go. */
export function loginStored(path: string): WaypostError {
  return invalidInput(
    `A login is stored already in ${path}.`,
    'Use --force to replace it, or --profile <name> to keep both.',
  );
}

/** A failure to write as the contract's `write_failed`, naming path and reason. */
export function writeFailed(path: string, error: unknown): WaypostError {
  if (error instanceof WaypostError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new WaypostError('write_failed', `${path} cannot be written: ${reason}`, {
    hint: 'Check that the directory exists, belongs to you and is not read-only, and that the disk has room.',
    cause: error,
  });
}

async function changing<T>(path: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw writeFailed(path, error);
  }
}

function parseMembers(path: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw corrupt(path, text.trim() === '' ? 'it is empty' : 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw corrupt(path, 'it is not a JSON object');
  }
  return { ...value };
}

function narrow(path: string, members: Record<string, unknown>): StoredCredentials {
  const text = (name: string): string | undefined => {
    const value = members[name] ?? undefined;
    if (value !== undefined && typeof value !== 'string') throw corrupt(path, `${name} is no text`);
    return value?.trim() || undefined;
  };
  const apiKey = text('api_key');
  if (apiKey === undefined) throw corrupt(path, 'api_key is missing');
  const baseUrl = text('base_url');
  if (baseUrl !== undefined) {
    try {
      parseBaseUrl(baseUrl, path, true);
    } catch {
      throw corrupt(path, 'base_url is not a base URL');
    }
  }
  return { apiKey, userToken: text('user_token'), baseUrl };
}

function corrupt(path: string, reason: string): WaypostError {
  return new WaypostError('invalid_credentials_file', `${path} cannot be understood: ${reason}.`, {
    hint: 'It was left as it is. Mend it by hand, or remove it with `waypost auth logout` and log in again.',
  });
}

function unreadable(path: string, error: unknown): WaypostError {
  const reason = error instanceof Error ? error.message : String(error);
  return new WaypostError('invalid_credentials_file', `${path} cannot be read: ${reason}`, {
    hint: 'Make the file readable for you, or remove it with `waypost auth logout` and log in again.',
    cause: error,
  });
}
