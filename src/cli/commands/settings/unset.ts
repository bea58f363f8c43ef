// `waypost settings unset`: back to the default.

import { settingsPath } from '../../../client/credentials/directories';
import { changeSetting } from '../../../client/credentials/store';
import type { Context } from '../../context';
import { settingName } from '../../setting-names';
import { memberOf } from '../../settings';

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
