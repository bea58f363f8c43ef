// The commands for the logins on this machine. login.ts stores a login. whoami.ts shows the login in use.

import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialsPath, loginName, profilesPath } from '../../../client/credentials/directories';
import { readProfileRules } from '../../../client/credentials/profiles';
import type { StoredCredentials } from '../../../client/credentials/read';
import { keyKindNames, keyKinds } from '../../../client/credentials/resolve';
import { changeProfileRules, removeCredentials } from '../../../client/credentials/store';
import { parseBaseUrl } from '../../../client/url';
import { type Hint, placeholder } from '../../../lib/command-text';
import { type Environment, readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import { profileLabel, profileText } from '../../output/words';
import { confirmYes, declined } from '../../prompts/confirm';
import type { Credentials } from '../../run/credentials';
import type { Dependencies } from '../../run/dependencies';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import {
  codeAndMessage,
  type FoundLogin,
  hasLogin,
  keyText,
  knownProfile,
  type StoredLogin,
  storedLogins,
} from '../shared/logins';
import { type KeyState, keyState, stateText } from './whoami';

interface ConfirmLogoutDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

interface AuthDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

/**
 * A stored login, and the result of checking its API key. If --check is not set, `live` is undefined. If waypost could
 * not check the key, `live` is null.
 */
type CheckedLogin = StoredLogin & KeyState;

export async function authList(
  { system, output, credentials, service, settings }: Dependencies,
  { check = false }: { check?: boolean },
): Promise<void> {
  const logins: CheckedLogin[] = [];
  // Checks one login at a time, because a secret manager can prompt at the terminal.
  for (const found of storedLogins({ system, credentials }))
    logins.push(
      check
        ? await checkedLogin({ system, output, credentials, service, settings }, found)
        : found.login,
    );
  await printList(output, logins, {
    columns: [
      { title: '' },
      { title: 'PROFILE' },
      { title: 'SERVICE', minWidth: 16 },
      { title: 'API KEY' },
      { title: 'MANAGEMENT KEY' },
      ...(check ? [{ title: 'STATE', minWidth: 12 }] : []),
    ],
    rows: logins.map((login) => [
      login.current ? '*' : '',
      profileLabel(login.profile),
      login.base_url ?? 'unknown',
      keyText(login.api_key),
      keyText(login.user_token),
      ...(check
        ? [login.error === undefined ? stateText(login) : `unknown: ${login.error.code}`]
        : []),
    ]),
    none: `No login is stored. Store a login with ${output.command('auth login')}.`,
    notes: listNotes({ output, credentials }, logins),
  });
}

/** Returns the notes below the list: errors, the active profile, and what to do if the active profile has no login. */
function listNotes(
  { output, credentials }: { output: Output; credentials: Credentials },
  logins: readonly CheckedLogin[],
): string[] {
  const { command } = output;
  const { profileChoice } = credentials;
  const notes = logins.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  if (profileChoice !== undefined) notes.push(`Active profile: ${profileText(profileChoice)}.`);
  if (logins.some(({ current }) => current)) return notes;
  return [
    ...notes,
    profileChoice?.name === undefined
      ? `The default profile has no login. Switch to a different profile with ${command('auth switch', [placeholder('profile')])}.`
      : `The active profile has no login. Store a login with ${command('auth login')}.`,
  ];
}

/** Asks the login's own service whether the login's API key works. Never sends the key to a different service. */
async function checkedLogin(
  { system, output, credentials, service, settings }: Dependencies,
  { login, stored }: FoundLogin,
): Promise<CheckedLogin> {
  const unknown = { ...login, live: null, available: null };
  if (stored === undefined) return unknown;
  try {
    const { insecureHttp = false } = settings.options;
    const path = credentialsPath(system, login.profile ?? undefined);
    const baseUrl = parseBaseUrl(login.base_url, path, insecureHttp);
    const apiKey =
      stored.apiKey ?? (await credentials.readCommandKey(stored.apiKeyCommand ?? [], 'apiKey'));
    output.mask.add(apiKey);
    return { ...login, ...(await keyState(await service.connect(baseUrl), apiKey)) };
  } catch (error) {
    system.interrupted.throwIfAborted();
    const { code, message } = codeAndMessage(error);
    return { ...unknown, error: { code, message: output.mask.apply(message) } };
  }
}

export async function authLogout(
  { system, output, credentials, settings }: AuthDependencies,
  { yes }: { yes?: boolean },
): Promise<number> {
  const path = credentials.path;
  if (!yes && settings.interactive && !(await confirmLogout({ system, output, credentials }))) {
    return declined(output);
  }
  const removed = await removeCredentials(path, system);
  const value = { success: true, removed: removed.length > 0, config_path: path };
  await output.result(value, (color) =>
    removed.length === 0
      ? `No login is stored in ${path}. Store a login with ${output.command('auth login')}.`
      : [
          color.green('Logged out.'),
          ...removed.map((file) => `Removed ${file}`),
          "The keys remain valid. To revoke a key, delete the key on the service's dashboard.",
        ],
  );
  return 0;
}

/**
 * Returns true if the user confirms the removal of the login. Before the prompt, shows the login, and lists the other
 * logins and environment variables that contain its keys. Returns true without a prompt if no login is stored.
 */
async function confirmLogout({
  system,
  output,
  credentials,
}: ConfirmLogoutDependencies): Promise<boolean> {
  const { profileChoice } = credentials;
  const profile = profileChoice?.name;
  if (!hasLogin(system, profile)) return true;
  const all = storedLogins({ system, credentials });
  const isThis = ({ login }: FoundLogin) => login.profile === (profile ?? null);
  const found = all.find(isThis);
  const lines = [`Profile         ${profileLabel(profile)}`];
  if (found?.stored === undefined) lines.push(found?.login.error?.message ?? '');
  else {
    const { login, stored } = found;
    lines.push(
      `Service         ${login.base_url}`,
      `API key         ${keyText(login.api_key)}`,
      `Management key  ${keyText(login.user_token)}`,
    );
    const others = all.filter((other) => !isThis(other));
    lines.push(...keyPlaces(stored, others, system.env));
  }
  await output.note(() => lines);
  const { askYes } = await output.prompts();
  return askYes('Remove this login from this machine?');
}

/**
 * Returns a sentence for each key of the login. The sentence lists the other logins and the environment variables that
 * contain the same key, or states that no other login contains the key.
 */
function keyPlaces(
  stored: StoredCredentials,
  others: readonly FoundLogin[],
  env: Environment,
): string[] {
  return keyKindNames.flatMap((kind) => {
    const { name, variable } = keyKinds[kind];
    const key = stored[kind];
    if (key === undefined) return [];
    const places = others
      .filter((other) => other.stored?.[kind] === key)
      .map(({ login }) => `the profile ${profileLabel(login.profile)}`);
    if (readVariable(env, variable) === key) places.push(variable);
    return places.length === 0
      ? `The ${name} is not stored in any other login.`
      : `The ${name} is also in ${places.join(', ')}.`;
  });
}

const nameOne: Hint = (command) =>
  `Pass the name of a profile. For the default profile, pass default. List the profiles with ${command('auth list')}.`;

export async function authSwitch(
  { system, output, credentials, settings }: AuthDependencies,
  options: { default?: boolean },
  named?: string,
): Promise<void> {
  if (named !== undefined && options.default === true) {
    throw invalidInput(
      'A profile and --default cannot be combined.',
      'Remove the profile argument, or remove --default.',
    );
  }
  const chosen = async () =>
    named === undefined
      ? await askProfile({ system, output, credentials, settings })
      : knownProfile(system, named);
  const current = options.default ? undefined : await chosen();
  const { profileChoice: above } = credentials;
  const path = profilesPath(system);
  await changeProfileRules(path, system, () => ({ current }));
  const value = { success: true, profile: current ?? null, config_path: path };
  await output.result(value, (color) =>
    current === undefined
      ? `${color.green('Switched')} to the default profile.`
      : `${color.green('Switched')} to the profile ${current}.`,
  );
  if (above !== undefined && above.source !== 'current' && above.name !== current) {
    await output.warn(`The active profile is still ${profileText(above)}.`);
  }
}

/**
 * Prompts the user to choose a profile. Returns undefined if the user chooses the default profile. Throws
 * `invalid_input` if waypost runs in a script, or if no named profile has a login.
 */
async function askProfile({
  system,
  output,
  credentials,
  settings,
}: AuthDependencies): Promise<string | undefined> {
  if (!settings.interactive) throw invalidInput('The profile argument is missing.', nameOne);
  const logins = storedLogins({ system, credentials }).map(({ login }) => login);
  const choices = logins.map(({ profile, base_url, current }) => ({
    name: `${profileLabel(profile)}  ${base_url ?? 'unknown'}${current ? '  active here' : ''}`,
    value: profile ?? undefined,
  }));
  if (logins.every(({ profile }) => profile === null)) {
    throw invalidInput(
      'There is no profile to switch to.',
      (command) =>
        `Create a profile with ${command('auth login', [], { profile: placeholder('name') })}.`,
    );
  }
  if (logins.every(({ profile }) => profile !== null)) {
    choices.unshift({ name: `${profileLabel(undefined)}  no login`, value: undefined });
  }
  const { askChoice } = await output.prompts();
  return askChoice('Which profile?', choices);
}

export async function authRemove(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  { yes }: { yes?: boolean },
  named: string,
): Promise<number> {
  const profile = knownProfile(system, named);
  const login = loginName(profile);
  if (!hasLogin(system, profile)) {
    throw invalidInput(
      `The ${login} has no login.`,
      (command) => `List the logins with ${command('auth list')}.`,
    );
  }
  const rulesPath = profilesPath(system);
  // The command reads the directory bindings before it removes anything. If the file with the bindings cannot be
  // parsed, the command therefore fails without removing the profile.
  const rules = readProfileRules(rulesPath);
  const unbound = [...rules.bindings].flatMap(([bound, to]) => (to === profile ? bound : []));
  const consequence = [
    `Removing the ${login} deletes its login from this machine. The keys remain valid.`,
    ...(unbound.length === 0
      ? []
      : [`The command also unbinds these directories from the profile: ${unbound.join(', ')}.`]),
  ].join(' ');
  if (!yes && !(await confirmYes({ output, settings }, consequence, `${consequence} Continue?`))) {
    return declined(output);
  }

  const path = credentialsPath(system, profile);
  const removed = await removeCredentials(path, system);
  if (profile !== undefined) removeIfEmpty(dirname(path));
  const wasCurrent = profile !== undefined && rules.current === profile;
  if (wasCurrent || unbound.length > 0) {
    await changeProfileRules(rulesPath, system, ({ current, bindings }) => ({
      current: current === profile ? undefined : current,
      bindings: new Map([...bindings].filter(([, to]) => to !== profile)),
    }));
  }

  const value = {
    success: true,
    profile: profile ?? null,
    removed: removed.length > 0,
    was_current: wasCurrent,
    unbound,
  };
  await output.result(value, (color) => [
    `${color.green('Removed')} the ${login}.`,
    ...removed.map((file) => `Removed ${file}`),
    ...unbound.map((directory) => `Unbound ${directory}`),
    ...(wasCurrent ? ['Switched back to the default profile.'] : []),
    "The keys remain valid. To revoke a key, delete the key on the service's dashboard.",
  ]);
  return 0;
}

/**
 * Removes a profile's directory if the directory is empty. Keeps the directory if it contains files that waypost did
 * not write.
 */
function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // waypost ignores the error: the directory is not empty, or another process has already removed the directory.
  }
}
