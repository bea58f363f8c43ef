// `waypost configs diff`: what a push would change, without changing it.
import type { Command } from 'commander';
import { configsOf, listConfigs } from '../../../client/configs';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { managedKey } from '../../owned-key';
import { compareFolder, differencesText, diffNotes, diffOf, ignoredText } from './shared/compare';
import { openFolder } from './shared/folder';
import { configSteps } from './shared/text';

const help = `
Examples:
  waypost configs diff configs/ --json | jq .different
  waypost configs diff configs/ --exit-code || echo "configs/ is not what the service holds"

Output (--json): {"different": true, "configs": [{"name": "…", "file": "…" or null,
  "state": "added|changed|unchanged|service_only", "diff": "…"}], "ignored": [{"file": "…",
  "reason": "hidden|link|folder|other"}]}; diffs lead from the service to the files
Exit status: 0; with --exit-code 1 where something differs, and 0 where nothing does
Errors: invalid_input (2) for a file that cannot be a payload`;

interface Options {
  exitCode?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Show how the files of a directory differ from the configs of the key in use.')
    .argument('<dir>', 'directory with one file for each config')
    .option('--exit-code', 'end with exit status 1 where something differs')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { exitCode }: Options, directory: string): Promise<void> {
  const folder = await openFolder(directory, false);
  const key = await managedKey(context);
  const list = await withNextSteps(configSteps('<name>'), () => listConfigs(key));
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
      : ['The files are what the service holds.', ...ignoredText(ignored, colour)].join('\n'),
  );
}
