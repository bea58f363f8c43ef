// The logins stored on this machine: the default one, and those of the profiles.
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { credentialsPath, profileNamed } from '../../../client/credentials/directories';
import { profileNames } from '../../../client/credentials/profiles';
import { readCredentialsFile, type StoredCredentials } from '../../../client/credentials/read';
import type { CredentialSource } from '../../../client/credentials/resolve';
import { baseUrlText } from '../../../client/url';
import type { ErrorCode } from '../../../lib/error-codes';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { defaultBaseUrl } from '../../../lib/identity';
import { preview } from '../../../lib/masking';
import type { Credentials } from '../../run/credentials';
import type { System } from '../../run/system';

/** Where a credential came from and its first six characters. */
export interface Sighting {
  source: CredentialSource;
  preview: string;
}

/** A stored credential; one from a command is named by its program, and not run. */
export type StoredSighting = Sighting & { command?: string };

export interface StoredLogin {
  /** Null for the default login. */
  profile: string | null;
  /** Null if the file cannot be parsed. */
  base_url: string | null;
  api_key: StoredSighting | null;
  user_token: StoredSighting | null;
  /** Whether commands use it, if run in this directory. */
  current: boolean;
  /** Why its file or its service cannot be used. */
  error?: { code: ErrorCode; message: string };
}

/** A login with the content of its file; undefined if that cannot be parsed. */
export type FoundLogin =
  | { login: StoredLogin & { base_url: string }; stored: StoredCredentials }
  | { login: StoredLogin; stored: undefined };

/** Every stored login, the default one first, then by name. */
export function storedLogins({
  system,
  credentials,
}: {
  system: System;
  credentials: Credentials;
}): FoundLogin[] {
  const current = credentials.profileChoice?.name;
  return [undefined, ...profileNames(system)].flatMap((profile): FoundLogin | [] => {
    const path = credentialsPath(system, profile);
    const known = { profile: profile ?? null, current: profile === current };
    try {
      const stored = readCredentialsFile(path)?.credentials;
      return stored === undefined ? [] : { stored, login: { ...known, ...describeLogin(stored) } };
    } catch (error) {
      const unknown = { base_url: null, api_key: null, user_token: null };
      return { stored: undefined, login: { ...known, ...unknown, error: codeAndMessage(error) } };
    }
  });
}

/** A stored credential for a person. */
export function keyText(seen: StoredSighting | null): string {
  if (seen === null) return 'none';
  return seen.command === undefined ? seen.preview : `from ${seen.command}`;
}

/** Code and message of an error of the tool; other errors are thrown on. */
export function codeAndMessage(error: unknown): NonNullable<StoredLogin['error']> {
  if (!(error instanceof WaypostError)) throw error;
  return { code: error.code, message: error.message };
}

function describeLogin(
  stored: StoredCredentials,
): Pick<StoredLogin, 'api_key' | 'user_token'> & { base_url: string } {
  const { apiKey, apiKeyCommand, userToken, userTokenCommand, baseUrl } = stored;
  return {
    base_url: baseUrlText(new URL(baseUrl ?? defaultBaseUrl)),
    api_key: seen(apiKey, apiKeyCommand),
    user_token: seen(userToken, userTokenCommand),
  };
}

function seen(
  value: string | undefined,
  command: readonly string[] | undefined,
): StoredSighting | null {
  if (value !== undefined) return { source: 'config', preview: preview(value) };
  if (command === undefined) return null;
  return { source: 'config', preview: preview(''), command: basename(command[0] ?? '') };
}

/** Whether a profile has a login, even if its file cannot be parsed; undefined is the login without a profile. */
export function hasLogin(system: System, profile: string | undefined): boolean {
  return lstatSync(credentialsPath(system, profile), { throwIfNoEntry: false }) !== undefined;
}

/**
 * The profile that a text names, which has a login; undefined for the login without a profile, which may have
 * none. Throws `invalid_input`, naming the profiles there are.
 */
export function knownProfile(system: System, text: string): string | undefined {
  const name = profileNamed(text);
  if (name === undefined || hasLogin(system, name)) return name;
  const others = profileNames(system).filter((other) => hasLogin(system, other));
  const list = others.length === 0 ? '' : `There are: ${others.join(', ')}. `;
  throw invalidInput(
    `There is no profile ${name}.`,
    (command) => `${list}${command('auth login', [], { profile: name })} makes it.`,
  );
}
