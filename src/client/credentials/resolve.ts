// Which credential is used and where it came from: for each, option before environment before the credentials
// file (docs/compatibility.md, "Credentials").
import { type Environment, readVariable } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';
import { parseBaseUrl } from '../url';
import { loginName, type ProfileChoice } from './directories';
import { type SharedWarning, sharedMessage, sharedWarnings } from './member-file';
import { hasKeyCharacters, readCredentialsFile, type StoredCredentials } from './read';
import type { BaseUrlSetting } from './settings';

/** Where a credential came from, as `whoami` reports it. */
export type CredentialSource = 'flag' | 'env' | 'config';

export interface Credential {
  value: string;
  source: CredentialSource;
}

/** What options say of credentials and service; a key that stood on standard input is read already. */
export interface CredentialFlags {
  apiKey?: string | undefined;
  userToken?: string | undefined;
  /** The service with its version prefix, such as `https://service.example/v1`. */
  baseUrl?: string | undefined;
  /** Allows plain http to another machine. */
  insecureHttp?: boolean | undefined;
}

/** Runs the command that prints a key and returns the key; see `keyFromCommand`. */
type KeyReader = (command: readonly string[], kind: KeyKind) => Promise<string>;

export interface ResolveFrom {
  profile?: ProfileChoice | undefined;
  /** The base URL of the settings: overrides the default, and is overridden by the credentials file. */
  baseUrlSetting?: BaseUrlSetting | undefined;
  /** Without it, keys that are printed by a command stay unknown. */
  readKey?: KeyReader | undefined;
}

export interface Resolved {
  /** The API key that is known without running a command. */
  apiKey: Credential | undefined;
  userToken: Credential | undefined;
  /** Run the command that prints a credential; the result is known from then on. */
  commands: Partial<Record<KeyKind, () => Promise<Credential>>>;
  baseUrl: URL;
  /** The content of the credentials file, whatever overrides it; undefined if there is no file. */
  stored: StoredCredentials | undefined;
  /** Why the credentials file cannot be used, if neither the base URL nor a given credential needs it. */
  unusable: WaypostError | undefined;
  /** The profile in use and why; undefined for none. */
  profile: ProfileChoice | undefined;
  /** Why stored credentials are not used; undefined if they are, or if there are none. */
  withheld: string | undefined;
  /** Warnings for the user: loose permissions, an unprotected connection. */
  warnings: (SharedWarning | { reason: 'plain_http'; message: string })[];
}

/**
 * Resolves the credentials and the base URL. Stored credentials are bound to the origin that verified them:
 * for another origin they count as absent, and `withheld` says so. Throws `invalid_credentials_file` for a
 * corrupt file that may name the base URL, and `invalid_input` for a bad base URL.
 */
export function resolveCredentials(
  path: string,
  flags: CredentialFlags,
  env: Environment,
  { profile, baseUrlSetting, readKey }: ResolveFrom = {},
): Resolved {
  const given: [text: string | undefined, from: string | undefined][] = [
    [flags.baseUrl?.trim() || undefined, undefined],
    [readVariable(env, 'WAYPOST_BASE_URL'), 'WAYPOST_BASE_URL'],
  ];
  const namesService = given.some(([url]) => url !== undefined);
  const { file, unusable } = namesService
    ? readIfUsable(path)
    : { file: readCredentialsFile(path), unusable: undefined };
  const stored = file?.credentials;
  const storedUrl = parseBaseUrl(stored?.baseUrl ?? defaultBaseUrl, path, true);
  const urls: typeof given = [
    ...given,
    [stored?.baseUrl, path],
    [baseUrlSetting?.text, baseUrlSetting?.path],
  ];
  const [text = defaultBaseUrl, from] = urls.find(([url]) => url !== undefined) ?? [];
  const baseUrl = parseBaseUrl(text, from, flags.insecureHttp === true);
  const bound = baseUrl.origin === storedUrl.origin;
  const pick = (kind: KeyKind): Credential | undefined => {
    const { variable } = keyKinds[kind];
    const flag = flags[kind]?.trim();
    const exported = readVariable(env, variable);
    const keyStored = bound ? stored?.[kind] : undefined;
    if (flag) {
      checkKey(flag, kind);
      return { value: flag, source: 'flag' };
    }
    if (exported !== undefined) {
      checkKey(exported, kind, variable);
      return { value: exported, source: 'env' };
    }
    return keyStored === undefined ? undefined : { value: keyStored, source: 'config' };
  };
  const resolved: Resolved = {
    apiKey: pick('apiKey'),
    userToken: pick('userToken'),
    commands: {},
    baseUrl,
    stored,
    unusable,
    profile,
    withheld:
      stored === undefined || bound
        ? undefined
        : `The stored credentials${ofProfile(profile)} belong to ${storedUrl.origin} and are not sent to ${baseUrl.origin}.`,
    warnings: [
      ...(file === undefined ? [] : looseWarnings(path, file.looseMode)),
      ...plainHttpWarnings(baseUrl),
    ],
  };
  for (const kind of kindsOfKey) {
    const command = stored?.[`${kind}Command`];
    if (!bound || resolved[kind] !== undefined || command === undefined || !readKey) continue;
    resolved.commands[kind] = async () => {
      const credential = { value: await readKey(command, kind), source: 'config' } as const;
      resolved[kind] = credential;
      return credential;
    };
  }
  return resolved;
}

/** The credentials file, or why it cannot be used. */
function readIfUsable(path: string) {
  try {
    return { file: readCredentialsFile(path), unusable: undefined };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { file: undefined, unusable: error };
  }
}

/**
 * A credential, from the command that prints it if there is one; undefined if none is known. Throws the
 * errors of `readKey`, and `invalid_credentials_file` if only a file that cannot be used may have it.
 */
export async function credentialOf(
  resolved: Resolved,
  kind: KeyKind,
): Promise<Credential | undefined> {
  const known = resolved[kind] ?? (await resolved.commands[kind]?.());
  if (known === undefined) requireUsableFile(resolved);
  return known;
}

/** Throws `invalid_credentials_file` if the credentials file cannot be used. */
export function requireUsableFile({ unusable }: Resolved): void {
  if (unusable !== undefined) throw unusable;
}

export function requireApiKey(resolved: Resolved): Promise<Credential> {
  return requireKey(resolved, 'apiKey');
}

export function requireUserToken(resolved: Resolved): Promise<Credential> {
  return requireKey(resolved, 'userToken');
}

async function requireKey(resolved: Resolved, kind: KeyKind): Promise<Credential> {
  const credential = await credentialOf(resolved, kind);
  if (credential !== undefined) return credential;
  const { name, missing } = keyKinds[kind];
  const message = resolved.withheld ?? `No ${name}${ofProfile(resolved.profile)} is known.`;
  throw new WaypostError(missing, message);
}

function ofProfile(profile: ProfileChoice | undefined): string {
  if (profile === undefined) return '';
  const { name, source, directory } = profile;
  const why = {
    flag: '',
    env: ' (named by WAYPOST_PROFILE)',
    directory: ` (bound to ${directory})`,
    current: ' (the current one)',
  };
  return ` of the ${loginName(name)}${why[source]}`;
}

function plainHttpWarnings(url: URL): Resolved['warnings'] {
  if (url.protocol !== 'http:' || isLoopback(url)) return [];
  const message = `${url.origin} is plain http: anyone between this machine and the service can read the keys.`;
  return [{ reason: 'plain_http', message }];
}

/** Others must not even read the file, as it has keys. */
function looseWarnings(path: string, mode: number | undefined): SharedWarning[] {
  const directories = sharedWarnings(path).filter(({ reason }) => reason === 'directory_writable');
  if (mode === undefined) return directories;
  const what = (mode & 0o022) === 0 ? 'read' : 'changed';
  const message = sharedMessage(path, mode, what);
  return [{ reason: 'file_readable', message, path }, ...directories];
}

/** The two kinds of key the tool holds: their names, the variables they come from, the error where there is none. */
export const keyKinds = {
  apiKey: {
    name: 'API key',
    member: 'api_key',
    variable: 'WAYPOST_API_KEY',
    missing: 'missing_api_key',
    other: 'uk_',
    otherName: 'a management key',
  },
  userToken: {
    name: 'management key',
    member: 'user_token',
    variable: 'WAYPOST_USER_TOKEN',
    missing: 'missing_user_token',
    other: 'ak_',
    otherName: 'an API key',
  },
} as const;

export type KeyKind = keyof typeof keyKinds;
export const kindsOfKey = ['apiKey', 'userToken'] as const;

/**
 * Throws `invalid_input` where the value cannot be a key of this kind; never shows the value. `variable`
 * names where it was found, if in the environment.
 */
export function checkKey(value: string, kind: KeyKind, variable?: string): void {
  const { other, otherName } = keyKinds[kind];
  const name = keyKinds[kind].name + (variable === undefined ? '' : ` in ${variable}`);
  if (value.startsWith('-') && variable === undefined) {
    throw rejected('key_missing', `The ${name} begins with a dash, as an option does.`, { kind });
  }
  if (!hasKeyCharacters(value) || value.startsWith('-')) {
    throw rejected('key_characters', `The ${name} contains spaces or characters that no key has.`);
  }
  if (value.startsWith(other)) {
    throw rejected('key_of_other_kind', `The given ${name} begins ${other}: that is ${otherName}.`);
  }
}
