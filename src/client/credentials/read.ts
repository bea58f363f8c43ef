// Reading the credentials file, with suspicion (docs/contract.md, "Credentials").
import type { WaypostError } from '../../lib/errors';
import { parseJson } from '../../lib/exact-json';
import { readOwnedFile, type SmallFile } from '../../lib/small-file';
import { hasCode, systemReason } from '../../lib/system-error';
import { failed } from '../reasons';
import { parseBaseUrl } from './base-url';

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
 * Throws `invalid_credentials_file` where it cannot be read or understood, or belongs to another user, who
 * could direct the keys of the environment to a service of theirs; the file is left as it is.
 */
export function readCredentialsFile(path: string): CredentialsFile | undefined {
  let file: SmallFile;
  try {
    file = readOwnedFile(path);
  } catch (error) {
    // Also where a file stands in the place of a directory: no file can be at the path then.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw unusable(path, error);
  }
  const members = parseMembers(path, file.text);
  return {
    credentials: narrow(path, members),
    members,
    looseMode: process.platform !== 'win32' && (file.mode & 0o077) !== 0 ? file.mode : undefined,
  };
}

function parseMembers(path: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
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
  const key = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !hasKeyCharacters(value)) {
      throw corrupt(path, `${name} holds blanks or characters that no key has`);
    }
    return value;
  };
  const apiKey = key('api_key');
  if (apiKey === undefined) throw corrupt(path, 'api_key is missing');
  const baseUrl = text('base_url');
  if (baseUrl !== undefined) {
    try {
      parseBaseUrl(baseUrl, path, true);
    } catch {
      throw corrupt(path, 'base_url is not a base URL');
    }
  }
  return { apiKey, userToken: key('user_token'), baseUrl };
}

function corrupt(path: string, reason: string): WaypostError {
  const message = `${path} cannot be understood: ${reason}.`;
  return failed('invalid_credentials_file', 'credentials_damaged', message);
}

function unusable(path: string, cause: unknown): WaypostError {
  const message = `${path} cannot be used: ${systemReason(cause)}.`;
  return failed('invalid_credentials_file', 'credentials_unusable', message, { cause });
}

/** Whether a value holds only what can stand in a header: visible ASCII characters. */
export function hasKeyCharacters(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
