// `waypost configs diff`: what a push would change, without changing it.
import type { Command } from 'commander';
import { configsOf, listConfigs } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { compareFolder, differencesText, diffOf, ignoredText } from './shared/compare';
import { openFolder } from './shared/folder';
import { configSteps } from './shared/text';

const help = `
Example:
  waypost configs diff configs/ --json | jq .different

Output (--json): {"different": true, "configs": [{"name": "…", "file": "…" or null,
  "state": "added|changed|unchanged|service_only", "diff": "…"}], "ignored": [{"file": "…",
  "reason": "hidden|link|folder|other"}]}; diffs lead from the service to the files
Errors: invalid_input (2) for a file that cannot be a payload`;

export function register(command: Command, act: Act): void {
  command
    .description('Show how the files of a directory differ from the configs of the key in use.')
    .argument('<dir>', 'directory with one file for each config')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, _options: object, directory: string): Promise<void> {
  const folder = await openFolder(directory, false);
  const key = await ownedKey(context);
  const list = await withNextSteps(configSteps('<name>'), () => listConfigs(key));
  const differences = await compareFolder(folder, configsOf(list));
  const different = differences.some(({ state }) => state !== 'unchanged');
  const configs = differences.map((difference) => {
    const { name, file, state } = difference;
    return { name, file, state, diff: diffOf(difference) };
  });
  const { ignored } = folder;
  await context.output.result({ different, configs, ignored }, (colour) =>
    different
      ? differencesText(differences, folder, colour).join('\n').trimEnd()
      : ['The files are what the service holds.', ...ignoredText(ignored, colour)].join('\n'),
  );
}
