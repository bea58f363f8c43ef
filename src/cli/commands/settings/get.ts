// `waypost settings get`: prints the value of a setting in this run, and nothing else.

import { settingName } from '../../line/setting-names';
import type { Context } from '../../run/context';
import { settingInUse } from '../../run/settings';
import { usableSettings } from './shared/usable-settings';

/** Runs the command. */
export async function run(context: Context, _options: object, named: string): Promise<void> {
  const { output, options, world } = context;
  const name = settingName(named);
  const settings = await usableSettings(context);
  const found = settingInUse(name, options, world.env, settings);
  await output.result(found, () => found.value ?? '');
}
