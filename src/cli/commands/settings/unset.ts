// `waypost settings unset`: back to the default.

import { settingsPath } from '../../../client/credentials/directories';
import { changeSetting } from '../../../client/credentials/store';
import { settingName } from '../../line/setting-names';
import type { Context } from '../../run/context';
import { memberOf } from '../../run/settings';

/** Runs the command. */
export async function run(context: Context, _options: object, named: string): Promise<void> {
  const { output, world } = context;
  const name = settingName(named);
  const path = settingsPath(world);
  const removed = await changeSetting(path, memberOf(name), undefined, world);
  await output.result({ success: true, name, removed, config_path: path }, (colour) =>
    removed ? `${colour.green('Unset')} ${name}.` : `${name} was not set.`,
  );
}
