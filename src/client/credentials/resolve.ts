// Finds each credential and its source. An option overrides the environment, which overrides the credentials file
// (docs/compatibility.md, "Credentials").
import { type Environment, readVariable } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { defaultBaseUrl, isSessionToken } from '../../lib/identity';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';
import { parseBaseUrl } from '../url';
import { loginName, type ProfileChoice } from './directories';
import { type SharedWarning, sharedMessage, sharedWarnings } from './json-file';
import { hasKeyCharacters, readCredentialsFile, type StoredCredentials } from './read';
import type { BaseUrlSetting } from './settings';

/**
 * The source of a credential, as `whoami` reports it: `flag` is an option, `env` the environment, and `config` the
 * credentials file.
 */
export type CredentialSource = 'flag' | 'env' | 'config';

export interface Credential {
  value: string;
  source: CredentialSource;
}

/**
 * Options that override the environment and the credentials file. If the user sets an option to `-`, the caller must
 * read the key from standard input, and pass the key instead of `-`.
 */
export interface CredentialOptions {
  apiKey?: string | undefined;
  userToken?: string | undefined;
  /** The service's base URL, including the version prefix, such as `https://service.example/v1`. */
  baseUrl?: string | undefined;
  /** True to allow plain HTTP to another host. */
  insecureHttp?: boolean | undefined;
}

/** Runs the command that prints a key, and returns the key. key-command.ts contains the implementation. */
type KeyFromCommand = (command: readonly string[], kind: KeyKind) => Promise<string>;

interface ResolveFrom {
  profile?: ProfileChoice | undefined;
  /**
   * The base URL from the settings file. waypost uses this URL only if no option, environment variable or credentials
   * file sets the base URL.
   */
  baseUrlSetting?: BaseUrlSetting | undefined;
  /**
   * Runs a key command. If this function is not set, waypost does not run key commands, and the commands' keys remain
   * unknown.
   */
  keyFromCommand?: KeyFromCommand | undefined;
}

export interface ResolvedCredentials {
  /** The API key, if it is known without running a key command. */
  apiKey: Credential | undefined;
  userToken: Credential | undefined;
  /** For each stored key command, a function that runs the command and sets `apiKey` or `userToken`. */
  commands: Partial<Record<KeyKind, () => Promise<Credential>>>;
  baseUrl: URL;
  /**
   * The content of the credentials file, including values that an option or environment variable overrides. Undefined
   * if the file does not exist or cannot be used.
   */
  stored: StoredCredentials | undefined;
  /**
   * The error that explains why the credentials file cannot be used. waypost throws this error only when a command
   * needs a key from the file.
   */
  fileError: WaypostError | undefined;
  /** The active profile and its source, or undefined if the active profile is the default profile. */
  profile: ProfileChoice | undefined;
  /**
   * The reason why waypost does not use the stored credentials. Undefined if waypost uses the stored credentials, or if
   * no credentials are stored.
   */
  withheld: string | undefined;
  /** Warnings about loose permissions and an unencrypted connection. */
  warnings: (SharedWarning | { reason: 'plain_http'; message: string })[];
}

/**
 * Resolves the credentials and the base URL. waypost sends stored credentials only to the origin that verified them. If
 * the base URL has a different origin, waypost ignores the stored credentials, and `withheld` contains the reason.
 * Throws `invalid_credentials_file` if the file cannot be used and neither an option nor the environment sets the base
 * URL. Throws `invalid_input` if the base URL or a key is invalid.
 */
export function resolveCredentials(
  path: string,
  options: CredentialOptions,
  env: Environment,
  { profile, baseUrlSetting, keyFromCommand }: ResolveFrom = {},
): ResolvedCredentials {
  const namedUrl = urlOfOptions(options, env);
  const { file, fileError } =
    namedUrl === undefined
      ? { file: readCredentialsFile(path), fileError: undefined }
      : readFileOrError(path);
  const stored = file?.credentials;
  const storedUrl = parseBaseUrl(stored?.baseUrl ?? defaultBaseUrl, path, true);
  const { text, source } = namedUrl ?? urlOfFiles(stored, path, baseUrlSetting);
  const baseUrl = parseBaseUrl(text, source, options.insecureHttp === true);
  const isBound = baseUrl.origin === storedUrl.origin;
  const usable = isBound ? stored : undefined;
  const resolved: ResolvedCredentials = {
    apiKey: findKey('apiKey', options, env, usable),
    userToken: findKey('userToken', options, env, usable),
    commands: {},
    baseUrl,
    stored,
    fileError,
    profile,
    withheld:
      stored === undefined || isBound
        ? undefined
        : `The stored credentials${forProfile(profile)} belong to ${storedUrl.origin}, so waypost does not send them to ${baseUrl.origin}.`,
    warnings: [
      ...(file === undefined ? [] : looseWarnings(path, file.looseMode)),
      ...plainHttpWarnings(baseUrl),
    ],
  };
  if (keyFromCommand !== undefined) addCommands(resolved, usable, keyFromCommand);
  return resolved;
}

/**
 * A base URL that is not parsed yet. `source` is the environment variable or file that contains the URL. If the URL
 * comes from an option or is the default URL, `source` is undefined.
 */
interface FoundUrl {
  text: string;
  source?: string | undefined;
}

function urlOfOptions(options: CredentialOptions, env: Environment): FoundUrl | undefined {
  const option = options.baseUrl?.trim();
  if (option) return { text: option };
  const variable = readVariable(env, 'WAYPOST_BASE_URL');
  return variable === undefined ? undefined : { text: variable, source: 'WAYPOST_BASE_URL' };
}

function urlOfFiles(
  stored: StoredCredentials | undefined,
  path: string,
  setting: BaseUrlSetting | undefined,
): FoundUrl {
  if (stored?.baseUrl !== undefined) return { text: stored.baseUrl, source: path };
  if (setting !== undefined) return { text: setting.text, source: setting.path };
  return { text: defaultBaseUrl };
}

/**
 * Looks for the key in the option, the environment and the file, in this order, and returns the first key found. Throws
 * `invalid_input` if that key is invalid.
 */
function findKey(
  kind: KeyKind,
  options: CredentialOptions,
  env: Environment,
  stored: StoredCredentials | undefined,
): Credential | undefined {
  const option = options[kind]?.trim();
  if (option) {
    checkKey(option, kind);
    return { value: option, source: 'flag' };
  }
  const { variable } = keyKinds[kind];
  const exported = readVariable(env, variable);
  if (exported !== undefined) {
    checkKey(exported, kind, variable);
    return { value: exported, source: 'env' };
  }
  const value = stored?.[kind];
  return value === undefined ? undefined : { value, source: 'config' };
}

/** Adds a function to `resolved.commands` for each stored key command whose key is not known yet. */
function addCommands(
  resolved: ResolvedCredentials,
  stored: StoredCredentials | undefined,
  keyFromCommand: KeyFromCommand,
): void {
  for (const kind of keyKindNames) {
    const command = stored?.[`${kind}Command`];
    if (command === undefined || resolved[kind] !== undefined) continue;
    resolved.commands[kind] = async () => {
      const credential: Credential = {
        value: await keyFromCommand(command, kind),
        source: 'config',
      };
      resolved[kind] = credential;
      return credential;
    };
  }
}

/** Returns the credentials file, or the error that prevents waypost from using the file. */
function readFileOrError(path: string) {
  try {
    return { file: readCredentialsFile(path), fileError: undefined };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { file: undefined, fileError: error };
  }
}

/**
 * Returns a credential. If necessary, runs the key command first. Returns undefined if the credential is unknown.
 * Throws the errors of `keyFromCommand`. Throws `invalid_credentials_file` if the credentials file cannot be used and
 * neither an option nor the environment sets the credential.
 */
export async function credentialOf(
  resolved: ResolvedCredentials,
  kind: KeyKind,
): Promise<Credential | undefined> {
  const credential = resolved[kind] ?? (await resolved.commands[kind]?.());
  if (credential === undefined) requireUsableFile(resolved);
  return credential;
}

/** Throws `invalid_credentials_file` if the credentials file cannot be used. */
export function requireUsableFile({ fileError }: ResolvedCredentials): void {
  if (fileError !== undefined) throw fileError;
}

export function requireApiKey(resolved: ResolvedCredentials): Promise<Credential> {
  return requireKey(resolved, 'apiKey');
}

export function requireUserToken(resolved: ResolvedCredentials): Promise<Credential> {
  return requireKey(resolved, 'userToken');
}

async function requireKey(resolved: ResolvedCredentials, kind: KeyKind): Promise<Credential> {
  const credential = await credentialOf(resolved, kind);
  if (credential !== undefined) return credential;
  const { name, missing } = keyKinds[kind];
  const message = isSessionOnly(resolved, kind)
    ? 'This `waypost proxy` session does not allow management operations.'
    : (resolved.withheld ?? `waypost found no ${name}${forProfile(resolved.profile)}.`);
  throw new WaypostError(missing, message);
}

/** True if the management key is missing because a proxy session sets only the API key. */
function isSessionOnly({ apiKey }: ResolvedCredentials, kind: KeyKind): boolean {
  return kind === 'userToken' && apiKey !== undefined && isSessionToken(apiKey.value);
}

function forProfile(profile: ProfileChoice | undefined): string {
  if (profile === undefined) return '';
  const { name, source, directory } = profile;
  const why = {
    flag: '',
    env: ' (selected by WAYPOST_PROFILE)',
    directory: ` (bound to ${directory})`,
    current: ' (chosen with auth switch)',
  };
  return ` for the ${loginName(name)}${why[source]}`;
}

function plainHttpWarnings(url: URL): ResolvedCredentials['warnings'] {
  if (url.protocol !== 'http:' || isLoopback(url)) return [];
  const message = `${url.origin} uses plain HTTP, so other users of the network can read the keys.`;
  return [{ reason: 'plain_http', message }];
}

/** Returns warnings if other users can read or change the credentials file, or can change its directory. */
function looseWarnings(path: string, mode: number | undefined): SharedWarning[] {
  const directories = sharedWarnings(path).filter(({ reason }) => reason === 'directory_writable');
  if (mode === undefined) return directories;
  const verb = (mode & 0o022) === 0 ? 'read' : 'change';
  const message = sharedMessage(path, mode, verb);
  return [{ reason: 'file_readable', message, path }, ...directories];
}

/**
 * For each kind of key: its names in messages, in the credentials file and in the environment, the error code if the
 * key is missing, and the prefix and name of the other kind.
 */
export const keyKinds = {
  apiKey: {
    name: 'API key',
    field: 'api_key',
    variable: 'WAYPOST_API_KEY',
    missing: 'missing_api_key',
    other: 'uk_',
    otherName: 'a management key',
  },
  userToken: {
    name: 'management key',
    field: 'user_token',
    variable: 'WAYPOST_USER_TOKEN',
    missing: 'missing_user_token',
    other: 'ak_',
    otherName: 'an API key',
  },
} as const;

export type KeyKind = keyof typeof keyKinds;
export const keyKindNames = ['apiKey', 'userToken'] as const;

/**
 * Throws `invalid_input` if the value cannot be a key of this kind. The message never contains the value. `source`
 * names the variable or program that provided the value. If the value comes from an option, `source` is undefined.
 */
export function checkKey(value: string, kind: KeyKind, source?: string): void {
  const { other, otherName } = keyKinds[kind];
  const name = keyKinds[kind].name + (source === undefined ? '' : ` in ${source}`);
  if (value.startsWith('-') && source === undefined) {
    throw rejected('key_missing', `The ${name} starts with a dash, as an option does.`, { kind });
  }
  if (!hasKeyCharacters(value) || value.startsWith('-')) {
    const message = `The ${name} contains spaces or other characters that a key cannot contain.`;
    throw rejected('key_characters', message);
  }
  if (value.startsWith(other)) {
    const message = `The ${name} starts with ${other}, so it is ${otherName}.`;
    throw rejected('key_of_other_kind', message);
  }
}
