// Lists the logins on this machine: the default profile's login and the named profiles' logins.
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

/** The source of a credential, and the credential's first six characters. */
export interface Sighting {
  source: CredentialSource;
  preview: string;
}

/** A credential in a login. If the login has a key command, `command` is the name of the command's program. */
export type StoredSighting = Sighting & { command?: string };

export interface StoredLogin {
  /** Null for the default profile. */
  profile: string | null;
  /** Null if the credentials file cannot be parsed. */
  base_url: string | null;
  api_key: StoredSighting | null;
  user_token: StoredSighting | null;
  /** True if the login belongs to the active profile. */
  current: boolean;
  /** The error that prevented waypost from reading the login's file or from checking the login's key. */
  error?: { code: ErrorCode; message: string };
}

/** A login with the content of its credentials file. `stored` is undefined if the file cannot be parsed. */
export type FoundLogin =
  | { login: StoredLogin & { base_url: string }; stored: StoredCredentials }
  | { login: StoredLogin; stored: undefined };

/** Returns every stored login. The default profile's login is first. The other logins are sorted by name. */
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

/** Describes a stored credential: the key's first characters, or the program that prints the key. */
export function keyText(seen: StoredSighting | null): string {
  if (seen === null) return 'none';
  return seen.command === undefined ? seen.preview : `from ${seen.command}`;
}

/** Returns the code and message of a WaypostError. Rethrows other errors. */
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

/**
 * True if a profile has a login, even if the credentials file cannot be parsed. `profile` is undefined for the default
 * profile.
 */
export function hasLogin(system: System, profile: string | undefined): boolean {
  return lstatSync(credentialsPath(system, profile), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Returns the profile with this name, or undefined for the default profile. The default profile does not require a
 * login. If a named profile has no login, throws `invalid_input` with a list of the existing profiles.
 */
export function knownProfile(system: System, text: string): string | undefined {
  const name = profileNamed(text);
  if (name === undefined || hasLogin(system, name)) return name;
  const others = profileNames(system).filter((other) => hasLogin(system, other));
  const [list, create] =
    others.length === 0 ? ['', 'Create'] : [`Use one of ${others.join(', ')}, or `, 'create'];
  throw invalidInput(
    `There is no profile ${name}.`,
    (command) =>
      `${list}${create} the profile ${name} with ${command('auth login', [], { profile: name })}.`,
  );
}
