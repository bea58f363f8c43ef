// Checks waypost's installation and runtime, waypost's files and directories, and the source of each credential in use.
// The checks never show keys.

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readCredentialsFile } from '../../../client/credentials/read';
import {
  type CredentialSource,
  credentialOf,
  type KeyKind,
  keyKinds,
  type ResolvedCredentials,
} from '../../../client/credentials/resolve';
import type { Hint } from '../../../lib/command-text';
import { statIfExists } from '../../../lib/directory';
import { type Environment, readVariable } from '../../../lib/environment';
import { WaypostError } from '../../../lib/errors';
import { version } from '../../../lib/identity';
import { isForeign, othersCanReplace } from '../../../lib/small-file';
import { dataDirectory } from '../../../lib/system-directories';
import { systemReason } from '../../../lib/system-error';
import { andList } from '../../../lib/word-list';
import { hintOf } from '../../hints/by-reason';
import { doctorHints } from '../../hints/doctor';
import { commit, installed, platform, runtime } from '../../installation/installed';
import { settingNames, settingTable } from '../../line/settings';
import { profileText } from '../../output/words';
import type { Configuration } from '../../run/configuration';
import type { Credentials } from '../../run/credentials';
import { settingInUse } from '../../run/settings';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

interface MachineCheckDependencies {
  system: System;
  settings: SettingsInUse;
}

interface CredentialCheckDependencies {
  system: System;
  credentials: Credentials;
  settings: SettingsInUse;
}

export function toolChecks({ system, settings }: MachineCheckDependencies): Check[] {
  const checks = [versionCheck(), passed('runtime', `${runtime()} on ${platform()}.`)];
  if (settings.agent !== undefined) {
    const message = `${settings.agent.variable} is set, so ${settings.agent.agent} is running waypost. waypost does not prompt, show animations or open a browser.`;
    checks.push(passed('agent', message, doctorHints.agent));
  }
  return [...checks, ...certificateChecks(system.env)];
}

function versionCheck(): Check {
  const built = commit === null ? 'from an unknown commit' : `from commit ${commit.slice(0, 12)}`;
  return passed('version', `waypost ${version} ${built}, installed: ${installed()}.`);
}

/**
 * Checks the environment variables that change which certificates Node trusts, because TLS errors do not mention these
 * variables.
 */
function certificateChecks(env: Environment): Check[] {
  const checks: Check[] = [];
  const file = readVariable(env, 'NODE_EXTRA_CA_CERTS');
  if (file !== undefined) {
    try {
      accessSync(file, constants.R_OK);
      checks.push(passed('certificates', `NODE_EXTRA_CA_CERTS adds the certificates in ${file}.`));
    } catch (error) {
      const message = `NODE_EXTRA_CA_CERTS is set to ${file}, which waypost cannot read: ${systemReason(error)}.`;
      checks.push(failedCheck('certificates', message, doctorHints.extraCertificates));
    }
  }
  if (readVariable(env, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    const message =
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so anyone between this machine and the service can read the keys.';
    checks.push(failedCheck('verification', message, doctorHints.unverified));
  }
  return checks;
}

export function configurationChecks({
  system,
  credentials,
  settings,
}: CredentialCheckDependencies): Check[] {
  const [config, data] = [dirname(credentials.path), dataDirectory(system)];
  const { foreign, foreignData } = doctorHints;
  return [
    directoryCheck('configuration_directory', config, 'logins', foreign),
    fileCheck(credentials.path),
    settingsCheck(settings.configuration, system.env),
    directoryCheck('data_directory', data, 'sign-ups and sandbox data', foreignData),
  ];
}

function settingsCheck({ settings, problem }: Configuration, env: Environment): Check {
  if (problem !== undefined) return failedBy('settings', problem);
  const set = settingNames.flatMap((name) => {
    const { field } = settingTable[name];
    const { source } = settingInUse(name, {}, env, settings);
    if (source === 'default') return [];
    return [source === 'env' ? `${field} (environment variable)` : field];
  });
  return passed(
    'settings',
    set.length === 0 ? 'All settings have their default values.' : `Set: ${set.join(', ')}.`,
  );
}

/**
 * Checks that waypost can write to one of its directories, and that no other user owns or can change the directory. If
 * the directory does not exist, checks whether waypost can create it.
 */
function directoryCheck(name: string, path: string, use: string, foreign: string): Check {
  let found: Stats | undefined;
  try {
    found = statIfExists(path);
  } catch (error) {
    const message = `waypost cannot read ${path}: ${systemReason(error)}.`;
    return failedCheck(name, message, doctorHints.unreachable);
  }
  if (found === undefined) return missingCheck(name, path, use);
  if (isForeign(found)) {
    const message = `${path} belongs to another user (user ID ${found.uid}).`;
    return failedCheck(name, message, foreign);
  }
  if (othersCanReplace(path)) {
    const message = `Other users can write to ${path} (mode ${octal(found.mode)}).`;
    return failedCheck(name, message, doctorHints.shared(path));
  }
  const reason = whyUnwritable(path);
  if (reason !== undefined) {
    const message = `waypost cannot write to ${path}: ${reason}.`;
    return failedCheck(name, message, doctorHints.unwritable(path, use));
  }
  return passed(name, `${path}${ownership(found.mode)}.`);
}

function missingCheck(name: string, path: string, use: string): Check {
  let above = dirname(path);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  const reason = whyUnwritable(above);
  if (reason === undefined) return passed(name, `${path} does not exist yet.`);
  const message = `${path} does not exist, and waypost cannot create it in ${above}: ${reason}.`;
  return failedCheck(name, message, doctorHints.unwritable(above, use));
}

function whyUnwritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return systemReason(error);
  }
}

function fileCheck(path: string): Check {
  try {
    const read = readCredentialsFile(path);
    if (read === undefined)
      return passed('credentials_file', `${path} does not exist, so no login is stored.`);
    const link = lstatSync(path).isSymbolicLink() ? `, a link to ${realpathSync(path)}` : '';
    const { mode } = statSync(path);
    if (read.looseMode !== undefined) {
      const message = `Other users can read ${path}${link} (mode ${octal(mode)}).`;
      return failedCheck('credentials_file', message, doctorHints.loose(path));
    }
    return passed('credentials_file', `${path}${link}${ownership(mode)}.`);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failedBy('credentials_file', error);
  }
}

/**
 * Returns text such as ` belongs to you (mode 0600)`, which describes a file or directory. Returns '' on Windows,
 * because waypost does not check access control lists.
 */
function ownership(mode: number): string {
  return process.platform === 'win32' ? '' : ` belongs to you (mode ${octal(mode)})`;
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

const keyChecks = {
  apiKey: { name: 'api_key', option: '--api-key' },
  userToken: { name: 'management_key', option: '--user-token' },
} as const;

export async function credentialChecks(
  { system, credentials, settings }: CredentialCheckDependencies,
  resolved: ResolvedCredentials,
): Promise<Check[]> {
  return [
    profileCheck({ system, credentials }),
    baseUrlCheck({ system, settings }, resolved),
    await keyCheck('apiKey', { system, settings }, resolved),
    await keyCheck('userToken', { system, settings }, resolved),
  ];
}

export function profileCheck({
  system,
  credentials,
}: {
  system: System;
  credentials: Credentials;
}): Check {
  if (credentials.profileChoice === undefined) {
    return passed('profile', 'The default profile is active.');
  }
  const overrides =
    credentials.profileChoice.source === 'flag' &&
    readVariable(system.env, 'WAYPOST_PROFILE') !== undefined;
  const rest = overrides ? ', which overrides WAYPOST_PROFILE' : '';
  return passed('profile', `${profileText(credentials.profileChoice)}${rest}.`);
}

function baseUrlCheck(
  { system, settings }: MachineCheckDependencies,
  { baseUrl, stored }: ResolvedCredentials,
): Check {
  const sources = [
    settings.options.baseUrl ? '--base-url' : undefined,
    readVariable(system.env, 'WAYPOST_BASE_URL') === undefined ? undefined : 'WAYPOST_BASE_URL',
    stored?.baseUrl === undefined ? undefined : 'the stored login',
    settings.configuration.baseUrl === undefined ? undefined : 'the settings',
    'the default',
  ];
  const [source = ''] = sources.flatMap((name) => name ?? []);
  return passed('base_url', `${baseUrl.href}, from ${source}.`);
}

async function keyCheck(
  kind: KeyKind,
  { system, settings }: MachineCheckDependencies,
  resolved: ResolvedCredentials,
): Promise<Check> {
  const { name, option } = keyChecks[kind];
  const { name: words, variable } = keyKinds[kind];
  const { stored, withheld } = resolved;
  const there: Record<CredentialSource, boolean> = {
    flag: settings.options[kind] !== undefined,
    env: readVariable(system.env, variable) !== undefined,
    config: stored?.[kind] !== undefined || stored?.[`${kind}Command`] !== undefined,
  };
  const isCommand = stored?.[`${kind}Command`] !== undefined;
  const config = isCommand ? "the login's key command" : 'the stored login';
  const origins = { flag: option, env: variable, config };
  let source: CredentialSource | undefined;
  try {
    source = (await credentialOf(resolved, kind))?.source;
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failedBy(name, error);
  }
  if (source === undefined) {
    const message = `There is no ${words}.${withheld === undefined ? '' : ` ${withheld}`}`;
    if (kind === 'userToken') return passed(name, message, doctorHints.noManagementKey);
    return failedBy(name, new WaypostError('missing_api_key', message));
  }
  const order = ['flag', 'env', 'config'] as const;
  const shadowed = order.slice(order.indexOf(source) + 1).filter((one) => there[one]);
  const rest = andList(shadowed.map((one) => origins[one]));
  return passed(
    name,
    `From ${origins[source]}${rest === '' ? '' : `, which overrides ${rest}`}.`,
    rest === '' ? undefined : doctorHints.shadowed(origins[source]),
  );
}

/** The result of a check. A check that passed can also have a hint. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  hint?: Hint | undefined;
}

/** Returns a failed check with the message and hint of an error. */
export function failedBy(name: string, error: WaypostError): Check {
  return failedCheck(name, error.message, (command) => hintOf(error, command) ?? '');
}

/**
 * Runs a step and returns the step's checks. If the step throws a WaypostError or a system error, returns a failed
 * check named `name`.
 */
export async function attempt(
  name: string,
  step: () => Check[] | Promise<Check[]>,
): Promise<Check[]> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof WaypostError) return [failedBy(name, error)];
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return [failedCheck(name, `The check failed: ${systemReason(error)}.`, undefined)];
  }
}

export function passed(name: string, message: string, hint?: string): Check {
  return { name, ok: true, message, hint };
}

export function failedCheck(name: string, message: string, hint: Hint | undefined): Check {
  return { name, ok: false, message, hint };
}
