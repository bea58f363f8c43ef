// What `waypost settings` shows of a file that other commands refuse: it is there to see and mend it.
import { settingsPath } from '../../../../client/credentials/directories';
import { readableSettings, type Settings } from '../../../../client/credentials/settings';
import { hintOf } from '../../../hints/advice';
import type { Context } from '../../../run/context';

/** The settings that can be read; warns of what cannot. */
export async function usableSettings({ world, configuration, output }: Context): Promise<Settings> {
  const { settings, problem = configuration.problem } = readableSettings(settingsPath(world));
  if (problem !== undefined)
    await output.warn(`${problem.message} ${hintOf(problem) ?? ''}`.trim());
  return settings;
}
