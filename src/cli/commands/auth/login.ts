// `waypost auth login`: verifies the credentials with the service, then stores them. The command does not store
// anything until every check has passed.
import { resolve } from 'node:path';
import type { StoredCredentials } from '../../../client/credentials/read';
import {
  type Credential,
  checkKey,
  type KeyKind,
  keyKindNames,
  keyKinds,
  requireUsableFile,
} from '../../../client/credentials/resolve';
import { storeCredentials } from '../../../client/credentials/store';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { baseUrlText } from '../../../client/url';
import { checkWritable } from '../../../lib/atomic-file';
import { type Environment, readVariable } from '../../../lib/environment';
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { defaultBaseUrl, sandboxTestKey } from '../../../lib/identity';
import { isPath, trustedProgram } from '../../../lib/program';
import type { Host, Machine } from '../../../lib/runtime';
import { splitLine } from '../../../lib/shell-word';
import { systemReason, writing } from '../../../lib/system-error';
import type { GlobalOptions } from '../../line/option-values';
import type { Output } from '../../output/output';
import { counted } from '../../output/words';
import { confirmReplacement, declined, keepBothLogins } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import type { Dependencies } from '../../run/dependencies';
import { runningServices } from '../../run/running-services';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { storedLogins } from '../shared/logins';

interface AskServiceDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface MayReplaceLoginDependencies {
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

/** A key in a login. If a key command printed the key, the login stores the command instead of the key. */
type LoginKey = { value: string; command?: string[] };

export async function authLogin(
  { system, output, credentials, service, settings }: Dependencies,
  options: KeyCommandTexts,
): Promise<number> {
  const { path } = credentials;
  const commands = {
    apiKey: keyCommand({ system, options: settings.options }, 'apiKey', options),
    userToken: keyCommand({ system, options: settings.options }, 'userToken', options),
  };
  const asks = settings.options.apiKey === undefined && commands.apiKey === undefined;
  if (asks && !settings.interactive) throw noKeyGiven(system.env);
  writing(path, () => checkWritable(path));
  // If an option sets the API key or its key command, `auth login` does not prompt for the service.
  const answered = asks
    ? await askService({ system, output, credentials, settings }, runningServices)
    : undefined;
  const resolved = await credentials.resolve(answered);
  requireUsableFile(resolved);
  const { baseUrl, stored: before } = resolved;
  const given = { apiKey: fromFlag(resolved.apiKey), userToken: fromFlag(resolved.userToken) };
  if (!(await mayReplaceLogin({ output, credentials, settings }, before, given, commands)))
    return declined(output, keepBothLogins);
  const { apiKey, userToken } = await loginKeys({ output, credentials }, given, commands);
  output.mask.add(apiKey.value, userToken?.value);

  const client = await service.connect(baseUrl);
  const { available } = await keyAvailability(client, apiKey.value);
  if (userToken !== undefined) {
    await keyDetails({ service: client, key: apiKey.value, managementKey: userToken.value });
  }
  const isSameLogin = resolved.withheld === undefined && before?.apiKey === apiKey.value;
  const notGiven = userToken === undefined && before ? managementKeyOf(before) : undefined;
  const kept = isSameLogin ? notGiven : undefined;
  await storeCredentials(path, { ...loginToStore(baseUrl, apiKey, userToken), ...kept }, system);

  await output.result({ success: true, config_path: path, available }, (color) => [
    `${color.green('Logged in.')} The credentials are in ${path}`,
    ...notStored('API key', apiKey.command),
    ...notStored('management key', userToken?.command),
    ...(available
      ? []
      : ['The key is live but not available: no lookups remain, or the key has reached a limit.']),
    ...(kept === undefined ? [] : ['Kept the stored management key.']),
    ...(notGiven !== undefined && kept === undefined
      ? ['Removed the stored management key, because it might belong to another account.']
      : []),
  ]);
  const stored = { apiKey: apiKey.value, userToken: userToken?.value ?? kept?.userToken };
  await warnOfOverridingVariables(output, system.env, stored);
  return 0;
}

function noKeyGiven(env: Environment): WaypostError {
  return invalidInput(
    'No API key to store.',
    readVariable(env, 'WAYPOST_API_KEY') === undefined
      ? 'Pipe the key in with --api-key -, or set --api-key-command to a command that prints the key.'
      : 'Pipe the key in with --api-key -, or set --api-key-command to a command that prints the key. To use the key in WAYPOST_API_KEY, you do not need to store a login.',
  );
}

/** Returns the login to store. If a key command printed a key, the login contains the command instead of the key. */
function loginToStore(
  baseUrl: URL,
  apiKey: LoginKey,
  userToken: LoginKey | undefined,
): StoredCredentials {
  return {
    ...(apiKey.command ? { apiKeyCommand: apiKey.command } : { apiKey: apiKey.value }),
    ...(userToken?.command
      ? { userTokenCommand: userToken.command }
      : { userToken: userToken?.value }),
    baseUrl: baseUrlText(baseUrl),
  };
}

/** Prints a warning if an environment variable contains a key that differs from the stored key. */
async function warnOfOverridingVariables(
  output: Output,
  env: Environment,
  stored: Readonly<Record<KeyKind, string | undefined>>,
): Promise<void> {
  for (const kind of keyKindNames) {
    const { variable, name } = keyKinds[kind];
    const value = readVariable(env, variable);
    if (value === undefined || value === stored[kind]) continue;
    await output.warn(
      stored[kind] === undefined
        ? `This login has no ${name}, so commands use the ${name} in ${variable}.`
        : `${variable} overrides the stored ${name}. To use the stored key, unset ${variable}.`,
    );
  }
}

/**
 * If the login stores a key command instead of the key, returns a note that states this and contains the name of the
 * command's program. The note does not contain the command's arguments, because they can contain secrets.
 */
function notStored(key: string, [program]: string[] = []): string[] {
  if (program === undefined) return [];
  return [`The ${key} is not stored. waypost runs ${program} each time a command needs the key.`];
}

/** Returns the keys to verify, which come from options, key commands or prompts. */
async function loginKeys(
  { output, credentials }: { output: Output; credentials: Credentials },
  given: Record<KeyKind, string | undefined>,
  commands: Record<KeyKind, string[] | undefined>,
): Promise<{ apiKey: LoginKey; userToken: LoginKey | undefined }> {
  const keyOf = (value: string | undefined) => (value === undefined ? undefined : { value });
  const read = async (kind: KeyKind): Promise<LoginKey | undefined> => {
    const command = commands[kind];
    if (command === undefined) return keyOf(given[kind]);
    return { value: await credentials.readCommandKey(command, kind), command };
  };
  const apiKey = await read('apiKey');
  const userToken = await read('userToken');
  if (apiKey !== undefined) return { apiKey, userToken };
  const typed = await askKeys(output, userToken?.value);
  return { apiKey: { value: typed.apiKey }, userToken: userToken ?? keyOf(typed.userToken) };
}

/**
 * Returns the credential's value if an option set the credential. A login never stores a credential from the
 * environment or a file.
 */
function fromFlag(credential: Credential | undefined): string | undefined {
  return credential?.source === 'flag' ? credential.value : undefined;
}

/**
 * Prompts for the base URL. Returns undefined without a prompt if an option or environment variable sets the base URL,
 * or if only one base URL is known. `running` returns the base URLs of the running sandboxes on this machine.
 */
export async function askService(
  { system, output, credentials, settings }: AskServiceDependencies,
  running: (host: Host) => Promise<string[]>,
): Promise<string | undefined> {
  const { options, configuration } = settings;
  if (options.baseUrl !== undefined) return undefined;
  if (readVariable(system.env, 'WAYPOST_BASE_URL') !== undefined) return undefined;
  const known = new Map<string, string[]>();
  const add = (url: string | null | undefined, what: string): void => {
    if (url === null || url === undefined) return;
    const text = baseUrlText(new URL(url));
    known.set(text, [...(known.get(text) ?? []), what]);
  };
  const logins = storedLogins({ system, credentials }).map(({ login }) => login);
  // The first choice is the base URL that waypost would use without the prompt. Enter selects this choice.
  for (const { base_url, current } of logins) if (current) add(base_url, 'active login');
  add(configuration.baseUrl?.text, 'settings');
  for (const { base_url, current, profile } of logins) {
    if (!current) add(base_url, profile === null ? 'login' : `profile ${profile}`);
  }
  for (const url of await running(system)) add(url, 'sandbox, running');
  add(defaultBaseUrl, 'default');
  if (known.size < 2) return undefined;
  const { askChoice } = await output.prompts();
  return askChoice(
    'Which service is the key for?',
    [...known].map(([url, whats]) => ({ name: `${url} (${whats.join(', ')})`, value: url })),
  );
}

/**
 * If a typed key has fewer characters than this number, the user must confirm the key. The service's keys have 28
 * characters.
 */
const suspiciousLength = 10;

const questions = {
  apiKey: { message: 'API key (begins with ak_):', name: 'an API key' },
  userToken: {
    message: 'Management key (begins with uk_; Enter for none):',
    name: 'a management key',
  },
} as const;

/**
 * Prompts for the API key, and also for the management key unless an option sets the management key. Throws
 * `invalid_input` if the user does not type an API key, or types an invalid key or the wrong kind of key.
 */
export async function askKeys(
  output: Output,
  givenToken: string | undefined,
): Promise<{ apiKey: string; userToken: string | undefined }> {
  const apiKey = await askKey(output, 'apiKey');
  if (apiKey === undefined) {
    const hint = 'Type or paste a key at the prompt, or set --api-key.';
    throw invalidInput('No API key to store.', hint);
  }
  return { apiKey, userToken: givenToken ?? (await askKey(output, 'userToken')) };
}

/**
 * Prompts for a key. Returns undefined if the input is empty. Prompts again if the user does not confirm a short key.
 */
async function askKey(output: Output, kind: KeyKind): Promise<string | undefined> {
  const { askSecret, askYes } = await output.prompts();
  const { message, name } = questions[kind];
  for (;;) {
    const key = withoutWrapping(await askSecret(message));
    if (key === '') return undefined;
    checkKey(key, kind);
    if (key.length >= suspiciousLength || key === sandboxTestKey) return key;
    const length = counted(key.length, 'character');
    const question = `The key has only ${length}, which is too short for ${name}. Use the key anyway?`;
    if (await askYes(question)) return key;
  }
}

/** Removes quotes and spaces, including invisible spaces, from both ends of pasted text. */
function withoutWrapping(text: string): string {
  return text.replace(
    /^[\s"'`\u00ab\u00bb\u2018-\u201f\u200b\u2060\ufeff]+|[\s"'`\u00ab\u00bb\u2018-\u201f\u200b\u2060\ufeff]+$/g,
    '',
  );
}

export type KeyCommandTexts = { [kind in KeyKind as `${kind}Command`]?: string };

interface KeyCommandContext {
  system: Pick<Machine, 'env' | 'platform'>;
  options: Pick<GlobalOptions, KeyKind>;
}

const optionNames = { apiKey: '--api-key', userToken: '--user-token' } as const;

/**
 * Returns the words of a key command, or undefined if no option sets the command. If the first word is a path, makes
 * the path absolute. Throws `invalid_input` if the command is empty, if a closing quote is missing, if other users can
 * change the program, or if an option also sets the key.
 */
export function keyCommand(
  { system, options }: KeyCommandContext,
  kind: KeyKind,
  texts: KeyCommandTexts,
): string[] | undefined {
  const text = texts[`${kind}Command`]?.trim();
  if (text === undefined) return undefined;
  const key = optionNames[kind];
  const command = `${key}-command`;
  if (options[kind] !== undefined) {
    throw invalidInput(`${key} and ${command} cannot be combined.`, `Remove ${key} or ${command}.`);
  }
  if (text === '') {
    throw invalidInput(
      `${command} is empty.`,
      `Set ${command} to the command that prints the key.`,
    );
  }
  // On Windows, a backslash in a command is a path separator, not an escape character.
  const { words, quote } = splitLine(text, undefined, system.platform !== 'win32');
  if (quote !== '') {
    throw invalidInput(
      `${command} has an opening ${quote} without a closing ${quote}.`,
      `Add the closing ${quote}.`,
    );
  }
  const [name = '', ...args] = words;
  if (name === '') throw invalidInput(`The program name in ${command} is empty.`);
  return [isPath(name) ? ownProgram(name, command, system.env) : name, ...args];
}

function ownProgram(name: string, option: string, env: Environment): string {
  try {
    return trustedProgram(resolve(name), env);
  } catch (error) {
    throw invalidInput(
      `${option} cannot use ${name}: ${systemReason(error)}.`,
      'Use a program that only you or root can change.',
    );
  }
}

/**
 * Returns a stored login's management key or the command that prints this key. Returns undefined if the login has
 * neither.
 */
function managementKeyOf(
  login: StoredCredentials,
): Pick<StoredCredentials, 'userToken' | 'userTokenCommand'> | undefined {
  const { userToken, userTokenCommand } = login;
  return hasUserToken(login) ? { userToken, userTokenCommand } : undefined;
}

function hasUserToken({ userToken, userTokenCommand }: StoredCredentials): boolean {
  return userToken !== undefined || userTokenCommand !== undefined;
}

/**
 * True if the new keys and key commands can replace the stored login. If a stored key or key command would change, asks
 * the user at a terminal to confirm the change.
 */
export async function mayReplaceLogin(
  { output, credentials, settings }: MayReplaceLoginDependencies,
  before: StoredCredentials | undefined,
  given: Record<KeyKind, string | undefined>,
  commands: Record<KeyKind, readonly string[] | undefined>,
): Promise<boolean> {
  if (before === undefined || !settings.interactive) return true;
  const isSame = (kind: KeyKind): boolean =>
    given[kind] === before[kind] &&
    JSON.stringify(commands[kind]) === JSON.stringify(before[`${kind}Command`]);
  const isAllSame = isSame('apiKey') && (isSame('userToken') || !hasUserToken(before));
  return isAllSame || confirmReplacement(output, credentials.path);
}
