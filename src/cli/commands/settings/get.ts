// `waypost settings get`: prints the value of a setting in this run, and nothing else.
import { settingsPath } from '../../../client/credentials/directories';
import { readSettings } from '../../../client/credentials/settings';
import type { Context } from '../../context';
import { settingName } from '../../setting-names';
import { settingInUse } from '../../settings';
import { sanitizeLine } from '../../ui/sanitize';

/** Runs the command. */
export async function run(context: Context, _options: object, named: string): Promise<void> {
  const { output, options, world } = context;
  const name = settingName(named);
  const settings = readSettings(settingsPath(world));
  const found = settingInUse(name, options, world.env, settings);
  await output.result(found, () => sanitizeLine(found.value ?? ''));
}
