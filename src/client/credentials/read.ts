// Reads the credentials file, whose content is not trusted (docs/compatibility.md, "Credentials").
import type { JsonObject } from '../../lib/exact-json';
import { parseBaseUrl } from '../url';
import { damaged, type FileKind, readJsonFile } from './json-file';

/**
 * What a login stores: each credential, or the words of a command that prints it. `baseUrl` is the service
 * that verified the credentials.
 */
export interface StoredCredentials {
  apiKey?: string | undefined;
  apiKeyCommand?: readonly string[] | undefined;
  userToken?: string | undefined;
  userTokenCommand?: readonly string[] | undefined;
  baseUrl?: string | undefined;
}

interface CredentialsFile {
  credentials: StoredCredentials;
  /** The whole object, including members the tool does not know. */
  fields: JsonObject;
  /** Permissions such as 0o644 where they are looser than 0600, else undefined. */
  looseMode: number | undefined;
}

const credentialsFile: FileKind = {
  code: 'invalid_credentials_file',
  damaged: 'credentials_damaged',
  unusable: 'credentials_unusable',
};

/**
 * Reads the credentials file; undefined if there is none. Throws `invalid_credentials_file` if it cannot be
 * read or parsed, or belongs to another user, who could direct keys of the environment to another service;
 * the file is kept.
 */
export function readCredentialsFile(path: string): CredentialsFile | undefined {
  const file = readJsonFile(path, credentialsFile);
  if (file === undefined) return undefined;
  const { fields, mode } = file;
  return {
    credentials: narrow(path, fields),
    fields,
    looseMode: process.platform !== 'win32' && (mode & 0o077) !== 0 ? mode : undefined,
  };
}

function narrow(path: string, fields: JsonObject): StoredCredentials {
  const corrupt = (reason: string) => damaged(path, credentialsFile, reason);
  const text = (name: string): string | undefined => {
    const value = fields[name] ?? undefined;
    if (value !== undefined && !isText(value)) throw corrupt(`${name} is not a string`);
    return value?.trim() || undefined;
  };
  const key = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !hasKeyCharacters(value)) {
      throw corrupt(`${name} contains spaces or characters that no key has`);
    }
    return value;
  };
  const command = (name: string): string[] | undefined => {
    const words = fields[name] ?? undefined;
    if (words === undefined) return undefined;
    if (!Array.isArray(words) || words.length === 0 || words[0] === '' || !words.every(isText)) {
      throw corrupt(`${name} is not a list of words`);
    }
    return words;
  };
  const apiKey = key('api_key');
  const apiKeyCommand = command('api_key_command');
  const userToken = key('user_token');
  const userTokenCommand = command('user_token_command');
  if (apiKey === undefined && apiKeyCommand === undefined) throw corrupt('api_key is missing');
  // The file has a key and a command that prints one: neither is certain.
  if (apiKey !== undefined && apiKeyCommand !== undefined) {
    throw corrupt('it has both api_key and api_key_command');
  }
  if (userToken !== undefined && userTokenCommand !== undefined) {
    throw corrupt('it has both user_token and user_token_command');
  }
  const baseUrl = text('base_url');
  if (baseUrl !== undefined) {
    try {
      parseBaseUrl(baseUrl, path, true);
    } catch {
      throw corrupt('base_url is not a base URL');
    }
  }
  return { apiKey, apiKeyCommand, userToken, userTokenCommand, baseUrl };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value can be sent in a header: visible ASCII characters only. */
export function hasKeyCharacters(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
