// `waypost configs push`: makes the configs of a key what the files of a directory hold, after showing
// what would change. Configs without a file are left alone.

import type { ChalkInstance } from 'chalk';
import type { Command } from 'commander';
import { configsOf, listConfigs } from '../../../client/configs';
import { WaypostError } from '../../../lib/errors';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { hintOf } from '../../hints/advice';
import { withNextSteps } from '../../hints/hints';
import { ownedKey } from '../../owned-key';
import { confirmYes } from '../../ui/confirm';
import { fieldErrorsOf } from '../../ui/error-text';
import { counted } from '../../ui/figures';
import { sanitizeLine } from '../../ui/sanitize';
import { compareFolder, type Difference, differencesText } from './shared/compare';
import { openFolder } from './shared/folder';
import { type Refusal, sendFiles } from './shared/send';
import { configSteps } from './shared/text';

const help = `
Examples:
  waypost configs push configs/                  shows what would change, and asks
  waypost configs push configs/ --yes --json     in a script

Output (--json): {"success": true, "created": ["…"], "updated": ["…"], "unchanged": ["…"],
  "service_only": ["…"]}
Errors: invalid_input (2) for a file that cannot be a payload, before anything is sent, and where
        something would change, nobody can be asked and --yes is missing;
        api_error (1) where the service refuses some of them, such as a name it does not allow: the rest
        is pushed, and details holds the report above and "refused": [{"name": "…", "file": "…",
        "message": "…", …}]`;

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
  const key = await ownedKey(context);
  const list = await withNextSteps(configSteps('<name>'), () => listConfigs(key));
  const differences = await compareFolder(folder, configsOf(list));
  const of = (wanted: Difference['state']) => differences.filter(({ state }) => state === wanted);
  const [added, changed] = [of('added'), of('changed')];
  const todo = [...added, ...changed];
  const report = (done: readonly Difference[]) => ({
    created: namesOf(done, 'added'),
    updated: namesOf(done, 'changed'),
    unchanged: namesOf(differences, 'unchanged'),
    service_only: namesOf(differences, 'service_only'),
  });
  if (!output.json && (todo.length > 0 || folder.ignored.length > 0)) {
    await output.note((colour) =>
      differencesText(differences, folder, colour).join('\n').trimEnd(),
    );
  }
  if (todo.length > 0 && !yes) {
    const consequence = `Pushing creates ${counted(added.length, 'config')} and replaces the payload of ${changed.length}.`;
    if (!(await confirmYes(context, consequence, `${consequence} Go on?`))) {
      await output.result({ success: false, ...report([]) }, () => 'Nothing was changed.');
      return;
    }
  }
  const { done, refused, stopped } = await sendFiles(key, todo, async (refusal) => {
    if (!output.json) await output.note((colour) => refusalText(refusal, colour));
  });
  const details = { ...report(done), refused: refused.map(refusalDocument) };
  if (stopped !== undefined) throw stopped.with({ details });
  const [first] = refused;
  if (first !== undefined) throw refusedFiles(first, refused, todo.length).with({ details });
  const { created, updated, unchanged } = report(done);
  await output.result({ success: true, ...report(done) }, (colour) =>
    todo.length === 0
      ? 'The service holds what the files hold.'
      : `${colour.green('Pushed.')} ${created.length} created, ${updated.length} updated, ${unchanged.length} unchanged`,
  );
}

function namesOf(differences: readonly Difference[], wanted: Difference['state']): string[] {
  return differences.filter(({ state }) => state === wanted).map(({ name }) => name);
}

function refusalText({ difference, error }: Refusal, colour: ChalkInstance): string {
  const file = sanitizeLine(difference.file ?? difference.name);
  const fields = fieldErrorsOf(error.details).map(({ path, message }) => `${path}: ${message}`);
  return `${colour.red('Refused')} ${file}: ${sanitizeLine([error.message, ...fields].join('; '))}`;
}

function refusalDocument({ difference: { name, file }, error }: Refusal) {
  const { code: _, ...facts } = error.with({ hint: hintOf(error) }).toDocument().error;
  return { name, file, ...facts };
}

/** The error of a push in which the service would not take some files. */
function refusedFiles(
  { error }: Refusal,
  refused: readonly Refusal[],
  files: number,
): WaypostError {
  const named = refused.map(({ difference }) => difference.file ?? difference.name).join(', ');
  const others = files - refused.length;
  return new WaypostError(
    error.code,
    `The service refused ${refused.length} of ${counted(files, 'file')}: ${named}.`,
    {
      status: error.status,
      apiCode: error.apiCode,
      hint: `${others === 0 ? 'Nothing was changed.' : `The other ${others === 1 ? 'one is' : `${others} are`} pushed.`} Rename or mend what is named here, or move it elsewhere, and push again: only what is still to be done is sent.`,
    },
  );
}
