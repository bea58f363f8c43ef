// The commands that bind directories to profiles. A binding stores the directory's real path, so that a symbolic link
// cannot choose a profile. For example, a program might later replace the directory with a link, or a Git repository
// might contain a link.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  defaultProfile,
  isProfileName,
  loginName,
  profileNamed,
  profilesPath,
} from '../../../client/credentials/directories';
import { profileNames, readProfileRules } from '../../../client/credentials/profiles';
import { changeProfileRules } from '../../../client/credentials/store';
import { isDirectory } from '../../../lib/directory';
import { invalidInput } from '../../../lib/errors';
import { systemReason } from '../../../lib/system-error';
import { printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import { profileLabel, profileText } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { System } from '../../run/system';
import { hasLogin } from '../shared/logins';

interface ProfilesListDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

interface ProfilesDependencies {
  system: System;
  output: Output;
}

export async function profilesBind(
  { system, output }: ProfilesDependencies,
  _options: object,
  first: string,
  second: string,
): Promise<void> {
  const [named, profileLabel] = isSwapped(first, second) ? [second, first] : [first, second];
  const profile = profileNamed(profileLabel);
  const directory = realDirectory(named);
  const path = profilesPath(system);
  await changeProfileRules(path, system, ({ bindings }) => ({
    bindings: new Map([...bindings, [directory, profile]]),
  }));
  await output.result(
    { success: true, directory, profile: profile ?? null, config_path: path },
    (color) =>
      `${color.green('Bound')} ${directory} and its subdirectories to the ${loginName(profile)}.`,
  );
  if (!hasLogin(system, profile)) {
    await output.warn(
      profile === undefined
        ? `The default profile has no login yet. Store a login with ${output.command('auth login', [], { profile: 'default' })}.`
        : `The profile ${profile} has no login yet. Store a login with ${output.command('auth login', [], { profile })}.`,
    );
  }
}

/** True if the first word is the profile and the second word is the directory. False if both orders are possible. */
function isSwapped(first: string, second: string): boolean {
  if (isDirectory(first)) return false;
  return isDirectory(second) || (isName(first) && !isName(second));
}

function isName(text: string): boolean {
  return isProfileName(text) || text === defaultProfile;
}

export async function profilesUnbind(
  { system, output }: ProfilesDependencies,
  _options: object,
  named: string,
): Promise<void> {
  const directory = directoryAsBound(named);
  const path = profilesPath(system);
  const removed = readProfileRules(path).bindings.has(directory);
  if (removed) {
    await changeProfileRules(path, system, ({ bindings }) => ({
      bindings: new Map([...bindings].filter(([bound]) => bound !== directory)),
    }));
  }
  await output.result({ success: true, directory, removed, config_path: path }, (color) =>
    removed
      ? `${color.green('Unbound')} ${directory}.`
      : `${directory} is not bound to a profile. List bound directories with ${output.command('profiles list')}.`,
  );
}

export async function profilesList({
  system,
  output,
  credentials,
}: ProfilesListDependencies): Promise<void> {
  const { profileChoice } = credentials;
  const { current, bindings } = readProfileRules(profilesPath(system));
  const bound = [...bindings].sort(([one], [other]) => (one < other ? -1 : 1));
  const named = [...profileNames(system), ...bindings.values(), current].flatMap(
    (name) => name ?? [],
  );
  const profiles = [undefined, ...[...new Set(named)].sort()]
    .map((name) => ({
      profile: name ?? null,
      login: hasLogin(system, name),
      current: profileChoice?.name === name,
      switched: name !== undefined && name === current,
      directories: bound.flatMap(([directory, to]) => (to === name ? directory : [])),
    }))
    .filter(({ login, switched, directories }) => login || switched || directories.length > 0);
  const inUse = profileChoice === undefined ? profileLabel(undefined) : profileText(profileChoice);
  await printList(output, profiles, {
    columns: [{ title: '' }, { title: 'PROFILE' }, { title: 'CHOSEN BY', minWidth: 20 }],
    rows: profiles.flatMap(({ profile, login, current: isUsed, switched, directories }) => {
      const why = [
        ...(switched ? ['auth switch'] : []),
        ...directories.map((path) => (existsSync(path) ? path : `${path} (does not exist)`)),
      ];
      const name = `${profileLabel(profile)}${login ? '' : ' (no login)'}`;
      // Each directory has its own line. Only the first line for each profile contains the profile's name.
      return (why.length === 0 ? [''] : why).map((reason, index) =>
        index === 0 ? [isUsed ? '*' : '', name, reason] : ['', '', reason],
      );
    }),
    none: `No profiles. Bind this directory to a profile named work with ${output.command('profiles bind', ['.', 'work'])}, and store the profile's login with ${output.command('auth login', [], { profile: 'work' })}.`,
    notes: [`Active profile: ${inUse}.`],
  });
}

/** Returns a directory's path without symbolic links. Throws `invalid_input` if the path is not a directory. */
export function realDirectory(named: string): string {
  if (named.trim() === '')
    throw invalidInput(
      'The path of the directory is empty.',
      'Use the path of a directory, for example . for the working directory.',
    );
  let path: string;
  try {
    path = realpathSync.native(resolve(named));
  } catch (cause) {
    throw invalidInput(
      `waypost cannot use ${named}: ${systemReason(cause)}.`,
      'Use the path of a directory.',
    );
  }
  if (statSync(path).isDirectory()) return path;
  throw invalidInput(`${named} is not a directory.`, 'Use the path of a directory.');
}

/**
 * Returns a directory's path in the form that a binding stores. If the directory does not exist, returns its absolute
 * path.
 */
export function directoryAsBound(named: string): string {
  try {
    return realDirectory(named);
  } catch (error) {
    if (named.trim() === '') throw error;
    return resolve(named);
  }
}
