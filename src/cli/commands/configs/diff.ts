// `waypost configs diff`: what a push would change, without changing it.
import { configsOf, listConfigs } from '../../../client/configs';
import { configHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { compareFolder, differencesText, diffNotes, diffOf, ignoredText } from './shared/compare';
import { openFolder } from './shared/folder';

interface Options {
  exitCode?: boolean;
}

/** Runs the command. */
export async function run(
  context: Context,
  { exitCode }: Options,
  directory: string,
): Promise<void> {
  const folder = await openFolder(directory, false);
  const key = await ownedKey(context);
  const list = await withHints(configHints('<name>'), () => listConfigs(key));
  const differences = await compareFolder(folder, configsOf(list));
  const different = differences.some(({ state }) => state !== 'unchanged');
  const configs = differences.map((difference) => {
    const { name, file, state } = difference;
    return { name, file, state, diff: diffOf(difference) };
  });
  const { ignored } = folder;
  if (exitCode && different) context.exitStatus = 1;
  await context.output.result({ different, configs, ignored }, (colour) =>
    different
      ? differencesText(differences, folder, colour, diffNotes).join('\n').trimEnd()
      : ['The files equal the configs of the service.', ...ignoredText(ignored, colour)].join('\n'),
  );
}
