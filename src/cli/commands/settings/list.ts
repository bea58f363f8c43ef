// `waypost settings list`: every setting with its value in this run, and where it comes from.
import { settingsPath } from '../../../client/credentials/directories';
import { settingNames } from '../../line/setting-names';
import { table } from '../../output/table';
import type { Context } from '../../run/context';
import { settingInUse } from '../../run/settings';
import { usableSettings } from './shared/usable-settings';

const origins = {
  flag: 'an option',
  env: 'the environment',
  settings: 'settings',
  default: 'default',
};

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output, options, world } = context;
  const path = settingsPath(world);
  const settings = await usableSettings(context);
  const found = settingNames.map((name) => settingInUse(name, options, world.env, settings));
  await output.result(found, (colour) => {
    const rows = found.map(({ name, value, source }) => [name, value ?? '', origins[source]]);
    const columns = [{ title: 'SETTING' }, { title: 'VALUE', minWidth: 16 }, { title: 'FROM' }];
    return [
      ...table(columns, rows, colour, output.width),
      '',
      colour.dim(`Settings are kept in ${path}`),
    ].join('\n');
  });
}
