// The commands about this machine's logins; storing one: login.ts, the one in use: whoami.ts.

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

/** A login and what its service says of its key; `live` is null where it cannot be asked. */
type CheckedLogin = StoredLogin & KeyState;

export async function authList(
  { system, output, credentials, service, settings }: Dependencies,
  { check = false }: { check?: boolean },
): Promise<void> {
  const logins: CheckedLogin[] = [];
  // One after the other: a secret manager may ask at the terminal.
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
    none: `No login is stored. ${output.command('auth login')} stores one.`,
    notes: listNotes({ output, credentials }, logins),
  });
}

/** What is said below the list: errors, the profile in use, and what to do where it has no login. */
function listNotes(
  { output, credentials }: { output: Output; credentials: Credentials },
  logins: readonly CheckedLogin[],
): string[] {
  const { command } = output;
  const { profileChoice } = credentials;
  const notes = logins.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  if (profileChoice !== undefined) notes.push(`In use: ${profileText(profileChoice)}.`);
  if (logins.some(({ current }) => current)) return notes;
  return [
    ...notes,
    profileChoice?.name === undefined
      ? `No login without a profile is stored: ${command('auth switch', [placeholder('profile')])} uses one of these.`
      : `It has no login: ${command('auth login')} stores one.`,
  ];
}

/** Asks the login's own service: its keys go to no other. */
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
): Promise<void> {
  const path = credentials.path;
  if (!yes && settings.interactive && !(await confirmLogout({ system, output, credentials })))
    return;
  const removed = await removeCredentials(path, system);
  const value = { success: true, removed: removed.length > 0, config_path: path };
  await output.result(value, (color) =>
    removed.length === 0
      ? `Nothing was stored in ${path}. ${output.command('auth login')} stores a login.`
      : [
          color.green('Logged out.'),
          ...removed.map((file) => `Removed ${file}`),
          'The keys themselves stay valid; to stop one, delete it at the service.',
        ],
  );
}

/**
 * Whether the login may be removed: the person is told which one it is and whether its keys are lost with it. Nobody
 * is asked where there is none.
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
  if (await askYes('Remove this login from this machine?')) return true;
  await declined(output, '');
  return false;
}

/** Where each key of a login is also kept: by other logins, or in a variable. */
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
      ? `The ${name} is stored nowhere else by waypost.`
      : `The ${name} is also in ${places.join(', ')}.`;
  });
}

const nameOne: Hint = (command) =>
  `Give the name of a profile, or default for the login without one; ${command('auth list')} shows them.`;

export async function authSwitch(
  { system, output, credentials, settings }: AuthDependencies,
  options: { default?: boolean },
  named?: string,
): Promise<void> {
  if (named !== undefined && options.default === true) {
    throw invalidInput('Both a profile and --default were given.', nameOne);
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
      ? `${color.green('Switched')} to the login without a profile.`
      : `${color.green('Switched')} to the profile ${current}.`,
  );
  if (above !== undefined && above.source !== 'current' && above.name !== current) {
    await output.warn(`Here, another overrides it: ${profileText(above)}.`);
  }
}

/** The profile that a person chooses; undefined for the login without one. Throws `invalid_input` for a script. */
async function askProfile({
  system,
  output,
  credentials,
  settings,
}: AuthDependencies): Promise<string | undefined> {
  if (!settings.interactive) throw invalidInput('No profile was named.', nameOne);
  const logins = storedLogins({ system, credentials }).map(({ login }) => login);
  const choices = logins.map(({ profile, base_url, current }) => ({
    name: `${profileLabel(profile)}  ${base_url ?? 'unknown'}${current ? '  in use here' : ''}`,
    value: profile ?? undefined,
  }));
  if (logins.every(({ profile }) => profile === null)) {
    throw invalidInput(
      'No profile has a login.',
      (command) =>
        `${command('auth login', [], { profile: placeholder('name') })} makes a profile.`,
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
      `There is no ${login}.`,
      (command) => `${command('auth list')} shows the logins.`,
    );
  }
  const rulesPath = profilesPath(system);
  // Read before anything is removed: a file that cannot be parsed ends the run here.
  const rules = readProfileRules(rulesPath);
  const unbound = [...rules.bindings].flatMap(([bound, to]) => (to === profile ? bound : []));
  const consequence = [
    `Removing the ${login} deletes ${profile === undefined ? 'it' : 'its login'} from this machine. Its keys stay valid.`,
    ...(unbound.length === 0
      ? []
      : [
          `These directories lose their binding to it, and use another login: ${unbound.join(', ')}.`,
        ]),
  ].join(' ');
  if (!yes && !(await confirmYes({ output, settings }, consequence, `${consequence} Remove it?`))) {
    return declined(output, '');
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
    ...(wasCurrent ? ['It was the current one: the login without a profile is used again.'] : []),
    'Its keys stay valid at the service; to stop one, delete it there.',
  ]);
  return 0;
}

/** Other files in the directory of a profile were not written by a login, and are kept. */
function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is not empty, or another process removed it.
  }
}
