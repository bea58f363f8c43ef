// `waypost profiles unbind`: the directory no longer chooses a profile.

import { profilesPath } from '../../../client/credentials/directories';
import { readProfileRules } from '../../../client/credentials/profiles';
import { changeProfileRules } from '../../../client/credentials/store';
import type { Context } from '../../run/context';
import { directoryAsBound } from './shared/real-directory';

/** Runs the command. */
export async function run(context: Context, _options: object, named: string): Promise<void> {
  const { output, world } = context;
  const directory = directoryAsBound(named);
  const path = profilesPath(world);
  const removed = readProfileRules(path).bindings.has(directory);
  if (removed) {
    await changeProfileRules(path, world, ({ bindings }) => ({
      bindings: new Map([...bindings].filter(([bound]) => bound !== directory)),
    }));
  }
  await output.result({ success: true, directory, removed, config_path: path }, (colour) =>
    removed
      ? `${colour.green('Unbound')} ${directory}.`
      : `${directory} is not bound. \`waypost profiles list\` shows the directories that are.`,
  );
}
