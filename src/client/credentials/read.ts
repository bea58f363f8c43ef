// Reads and checks the credentials file (docs/compatibility.md, "Credentials").
import type { JsonObject } from '../../lib/exact-json';
import { parseBaseUrl } from '../url';
import { damaged, type FileKind, readJsonFile } from './json-file';

/**
 * A stored login. For each known key, the login contains either the key or the command that prints the key. The base
 * URL identifies the service that verified the keys. If the base URL is undefined, the login belongs to the default
 * service. A command is an array of strings: the program and its arguments.
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
  /** All fields in the file, including unknown fields. */
  fields: JsonObject;
  /**
   * The file's permissions, such as 0o644, if other users have access. Undefined on Windows, or if only the owner has
   * access.
   */
  looseMode: number | undefined;
}

const credentialsFile: FileKind = {
  code: 'invalid_credentials_file',
  damaged: 'credentials_damaged',
  unusable: 'credentials_unusable',
};

/**
 * Reads the credentials file. Returns undefined if the file does not exist. Throws `invalid_credentials_file` if the
 * file cannot be read or parsed, or belongs to another user. Never changes the file.
 */
export function readCredentialsFile(path: string): CredentialsFile | undefined {
  const file = readJsonFile(path, credentialsFile);
  if (file === undefined) return undefined;
  const { fields, mode } = file;
  return {
    credentials: checkedCredentials(path, fields),
    fields,
    looseMode: process.platform !== 'win32' && (mode & 0o077) !== 0 ? mode : undefined,
  };
}

function checkedCredentials(path: string, fields: JsonObject): StoredCredentials {
  const corrupt = (reason: string) => damaged(path, credentialsFile, reason);
  const text = (name: string): string | undefined => {
    const value = fields[name] ?? undefined;
    if (value !== undefined && !isText(value)) throw corrupt(`${name} is not a string`);
    return value?.trim() || undefined;
  };
  const key = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !hasKeyCharacters(value)) {
      throw corrupt(`${name} contains spaces or other characters that a key cannot contain`);
    }
    return value;
  };
  const command = (name: string): string[] | undefined => {
    const words = fields[name] ?? undefined;
    if (words === undefined) return undefined;
    if (!Array.isArray(words) || words.length === 0 || words[0] === '' || !words.every(isText)) {
      throw corrupt(`${name} is not an array of strings that begins with a program name`);
    }
    return words;
  };
  const apiKey = key('api_key');
  const apiKeyCommand = command('api_key_command');
  const userToken = key('user_token');
  const userTokenCommand = command('user_token_command');
  if (apiKey === undefined && apiKeyCommand === undefined) throw corrupt('api_key is missing');
  // A file that contains both a key and a key command is invalid, because waypost cannot know which of the two to use.
  if (apiKey !== undefined && apiKeyCommand !== undefined) {
    throw corrupt('it contains both api_key and api_key_command');
  }
  if (userToken !== undefined && userTokenCommand !== undefined) {
    throw corrupt('it contains both user_token and user_token_command');
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

/** True if the value contains only visible ASCII characters, which are valid in an HTTP header. */
export function hasKeyCharacters(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
