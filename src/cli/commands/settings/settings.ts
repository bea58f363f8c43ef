// The commands that show and change the user's settings.
import { settingsPath } from '../../../client/credentials/directories';
import { readableSettings } from '../../../client/credentials/settings';
import { changeSetting } from '../../../client/credentials/store';
import { hintOf } from '../../hints/by-reason';
import {
  type Settings,
  settingFields,
  settingName,
  settingNames,
  settingTable,
} from '../../line/settings';
import { printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import { parseSetting, settingInUse } from '../../run/settings';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

interface SettingsSetDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface SettingsDependencies {
  system: System;
  output: Output;
  settings: SettingsInUse;
}

const origins = {
  flag: 'an option',
  env: 'the environment',
  settings: 'settings',
  default: 'default',
};

export async function settingsList({
  system,
  output,
  settings,
}: SettingsDependencies): Promise<void> {
  const { options } = settings;
  const path = settingsPath(system);
  const stored = await usableSettings({ system, output, settings });
  const found = settingNames.map((name) => settingInUse(name, options, system.env, stored));
  await printList(output, found, {
    columns: [{ title: 'SETTING' }, { title: 'VALUE', minWidth: 16 }, { title: 'FROM' }],
    rows: found.map(({ name, value, source }) => [name, value ?? '', origins[source]]),
    none: '',
    notes: [`Settings file: ${path}`],
  });
}

export async function settingsGet(
  { system, output, settings }: SettingsDependencies,
  _options: object,
  named: string,
): Promise<void> {
  const { options } = settings;
  const name = settingName(named);
  const stored = await usableSettings({ system, output, settings });
  const found = settingInUse(name, options, system.env, stored);
  await output.result(found, () => found.value ?? '');
}

export async function settingsSet(
  { system, output, credentials, settings }: SettingsSetDependencies,
  _options: object,
  named: string,
  text: string,
): Promise<void> {
  const { options } = settings;
  const name = settingName(named);
  const value = parseSetting(name, text.trim(), options.insecureHttp === true);
  const path = settingsPath(system);
  const { field } = settingTable[name];
  await changeSetting(path, field, value, system);
  await output.result(
    { success: true, name, value, config_path: path },
    (color) => `${color.green('Set')} ${name} to ${value}`,
  );
  const { source } = settingInUse(name, {}, system.env, { [field]: value });
  if (source === 'env') await output.warn(`An environment variable overrides the ${name} setting.`);
  if (name === 'base-url') await warnOfLogin({ output, credentials }, value);
}

/** Prints a warning if the stored login's base URL differs from `value`, because the login overrides the setting. */
async function warnOfLogin(
  { output, credentials }: { output: Output; credentials: Credentials },
  value: string,
): Promise<void> {
  const { readCredentialsFile } = await import('../../../client/credentials/read');
  let stored: string | undefined;
  try {
    stored = readCredentialsFile(credentials.path)?.credentials.baseUrl;
  } catch {
    // waypost ignores an unreadable login here, because the commands that use the login report the error.
  }
  if (stored === undefined || stored === value) return;
  await output.warn(`The stored login is for ${stored}, and overrides the base-url setting.`);
}

export async function settingsUnset(
  { system, output }: { system: System; output: Output },
  _options: object,
  named: string,
): Promise<void> {
  const name = settingName(named);
  const path = settingsPath(system);
  const removed = await changeSetting(path, settingTable[name].field, undefined, system);
  await output.result({ success: true, name, removed, config_path: path }, (color) =>
    removed ? `${color.green('Unset')} ${name}.` : `${name} was not set.`,
  );
}

/** Returns the settings that waypost can read. Prints a warning if waypost cannot read some settings. */
export async function usableSettings({
  system,
  output,
  settings,
}: SettingsDependencies): Promise<Settings> {
  const { settings: usable, problem = settings.configuration.problem } = readableSettings(
    settingsPath(system),
    settingFields,
  );
  if (problem !== undefined)
    await output.warn(`${problem.message} ${hintOf(problem, output.command) ?? ''}`.trim());
  return usable;
}
