// `waypost sandbox snapshot`: saves, restores, lists and deletes states of a running sandbox.
import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import { size } from '../../output/progress';
import { table } from '../../output/table';
import { timeText } from '../../output/words';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { ControlRefusal, callSandbox } from './shared/control';
import { chosenSandbox } from './shared/registry';
import { sameSandbox, type WhichOptions } from './shared/which';

/** What can be done with snapshots. */
const actions = ['save', 'restore', 'list', 'delete'] as const;

interface Options extends WhichOptions {
  force?: boolean;
  yes?: boolean;
}

const savedSnapshot = z.object({
  name: z.string(),
  size: z.int().check(z.gte(0)),
  saved_at: z.string(),
});
const snapshotList = z.object({ snapshots: z.array(savedSnapshot) });
const restoredSnapshot = z.object({ restored: z.string(), now: z.string() });
const deletedSnapshot = z.object({ deleted: z.int().check(z.gte(1)) });

/** Runs the command. */
export async function run(
  context: Context,
  options: Options,
  given: string,
  name: string | undefined,
): Promise<void> {
  const action = actions.find((one) => one === given);
  if (action === undefined) {
    throw invalidInput(
      `There is no \`sandbox snapshot ${given}\`: it takes ${actions.join(', ')}.`,
      'Type it such as `waypost sandbox snapshot list`.',
    );
  }
  if (options.force && action !== 'save') {
    throw invalidInput('--force is for `sandbox snapshot save` only.', 'Omit it.');
  }
  if (action === 'list') {
    if (name !== undefined)
      throw invalidInput(
        '`sandbox snapshot list` takes no name.',
        'Type `waypost sandbox snapshot list`.',
      );
    await showAll(context, options);
    return;
  }
  if (name === undefined) {
    throw invalidInput(
      `\`sandbox snapshot ${action}\` takes the name of a snapshot.`,
      `Such as \`waypost sandbox snapshot ${action} empty-cart\`.`,
    );
  }
  // Such a name cannot be a segment of a path, so it never reaches the sandbox, which checks the other rules.
  if (/^\.{0,2}$/.test(name)) {
    throw invalidInput(
      `A snapshot cannot be named ${JSON.stringify(name)}.`,
      'Begin its name with a letter or digit, such as empty-cart.',
    );
  }
  await { save, restore, delete: remove }[action](context, options, name);
}

const pathOf = (name: string): string => `/_sandbox/snapshots/${encodeURIComponent(name)}`;

async function showAll(context: Context, options: Options): Promise<void> {
  const sandbox = await chosenSandbox(context, options);
  const { snapshots } = await callSandbox(
    sandbox,
    { method: 'GET', path: '/_sandbox/snapshots' },
    snapshotList,
  );
  await context.output.result(snapshots, (colour) => {
    if (snapshots.length === 0) {
      return 'No snapshot was saved yet. Save one with `waypost sandbox snapshot save empty-cart`.';
    }
    const columns = [
      { title: 'NAME' },
      { title: 'SAVED', minWidth: 10 },
      { title: 'SIZE', align: 'right' as const },
    ];
    const rows = snapshots.map((one) => [one.name, timeText(one.saved_at), size(one.size)]);
    return table(columns, rows, colour, context.output.width).join('\n');
  });
}

async function save(context: Context, options: Options, name: string): Promise<void> {
  const sandbox = await chosenSandbox(context, options);
  const saved = await callSandbox(
    sandbox,
    { method: 'POST', path: pathOf(name), body: { replace: options.force === true } },
    savedSnapshot,
  ).catch((error: unknown) => {
    if (!(error instanceof ControlRefusal) || error.answeredStatus !== 409) throw error;
    throw error.with({ hint: 'Choose another name, or replace it with --force.' });
  });
  await context.output.result({ success: true, ...saved, url: sandbox.url }, (colour) =>
    [
      colour.green(`Saved ${name}.`),
      `Restore it with \`waypost sandbox snapshot restore ${name}${sameSandbox(options)}\`.`,
    ].join('\n'),
  );
}

async function restore(context: Context, options: Options, name: string): Promise<void> {
  const sandbox = await chosenSandbox(context, options);
  const consequence = `Restoring ${name} replaces every account, key and log row of the sandbox at ${sandbox.url}.`;
  if (!(await isWanted(context, options, consequence))) return;
  const { now } = await callSandbox(
    sandbox,
    { method: 'POST', path: `${pathOf(name)}/restore` },
    restoredSnapshot,
  );
  await context.output.result(
    { success: true, name, now, url: sandbox.url },
    (colour) => `${colour.green(`Restored ${name}.`)} The sandbox's clock shows ${now}.`,
  );
}

async function remove(context: Context, options: Options, name: string): Promise<void> {
  const sandbox = await chosenSandbox(context, options);
  const consequence = `The snapshot ${name} of the sandbox at ${sandbox.url} is deleted for good.`;
  if (!(await isWanted(context, options, consequence))) return;
  await callSandbox(sandbox, { method: 'DELETE', path: pathOf(name) }, deletedSnapshot);
  await context.output.result({ success: true, name, url: sandbox.url }, (colour) =>
    colour.green(`Deleted ${name}.`),
  );
}

/** Whether the person agrees. Throws `invalid_input` if nobody can be asked. */
async function isWanted(context: Context, { yes }: Options, consequence: string): Promise<boolean> {
  if (yes || (await confirmYes(context, consequence, `${consequence} Continue?`))) return true;
  await context.output.note(() => 'Nothing was changed.');
  return false;
}
