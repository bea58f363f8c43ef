// `waypost configs push`: makes the configs of a key what the files of a directory hold, after showing
// what would change. Configs without a file are left alone.
import type { Command } from 'commander';
import { WaypostError } from '../../contract/errors';
import { configsOf, createConfig, listConfigs, updateConfig } from '../../service/configs';
import type { ManagedKey } from '../../service/managed';
import { counted } from '../../terminal/figures';
import type { Act } from '../command';
import { confirmYes } from '../confirm';
import type { Context } from '../context';
import { managedKey } from '../managed';
import { withNextSteps } from '../next-step';
import { compareFolder, type Difference, differencesText } from './compare';
import { openFolder } from './folder';
import { configSteps } from './text';

const help = `
Examples:
  waypost configs push configs/                  shows what would change, and asks
  waypost configs push configs/ --yes --json     in a script

Output (--json): {"success": true, "created": ["…"], "updated": ["…"], "unchanged": ["…"],
  "service_only": ["…"]}
Errors: invalid_input (2) for a file that cannot be a payload, before anything is sent, and where
        something would change, nobody can be asked and --yes is missing`;

interface Options {
  yes?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Create and update configs of the key in use (or of --api-key) from files.')
    .argument('<dir>', 'directory with one file for each config')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { yes }: Options, directory: string): Promise<void> {
  const { output } = context;
  const folder = await openFolder(directory, false);
  const key = await managedKey(context);
  const list = await withNextSteps(configSteps('<name>'), () => listConfigs(key));
  const differences = await compareFolder(folder, configsOf(list));
  const of = (wanted: Difference['state']) => differences.filter(({ state }) => state === wanted);
  const [added, changed] = [of('added'), of('changed')];
  const todo = [...added, ...changed];
  const names = (some: readonly Difference[]) => some.map(({ name }) => name);
  const report = (success: boolean, done: readonly Difference[]) => ({
    success,
    created: names(done.filter(({ state }) => state === 'added')),
    updated: names(done.filter(({ state }) => state === 'changed')),
    unchanged: names(of('unchanged')),
    service_only: names(of('service_only')),
  });
  if (!output.json) {
    await output.note((colour) => differencesText(differences, colour).join('\n').trimEnd());
  }
  if (todo.length > 0 && !yes) {
    const consequence = `Pushing creates ${counted(added.length, 'config')} and replaces the payload of ${changed.length}.`;
    if (!(await confirmYes(context, consequence, `${consequence} Go on?`))) {
      await output.result(report(false, []), () => 'Nothing was changed.');
      return;
    }
  }
  await send(key, todo);
  await output.result(report(true, todo), (colour) =>
    todo.length === 0
      ? 'The service holds what the files hold.'
      : `${colour.green('Pushed.')} ${added.length} created, ${changed.length} updated, ${of('unchanged').length} unchanged`,
  );
}

/** Sends one after the other; a failure says how far it got. */
async function send(key: ManagedKey, todo: readonly Difference[]): Promise<void> {
  for (const [index, { name, state, local = '' }] of todo.entries()) {
    const write = state === 'added' ? createConfig : updateConfig;
    try {
      await withNextSteps(configSteps(name), () => write(key, name, local));
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      const far = `Stopped at ${name}: ${index} of ${todo.length} pushed. Run it again to go on.`;
      throw error.with({ hint: `${far} ${error.hint ?? ''}`.trim() });
    }
  }
}
