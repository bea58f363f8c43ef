// `waypost keys update`: changes what is given and nothing else, and shows what that did.
import type { ChalkInstance } from 'chalk';
import type { Command } from 'commander';
import { keyDetails, updateKey } from '../../../client/keys';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { keySteps } from '../../hints/key-hints';
import { readText } from '../../input';
import { repeated } from '../../option-values';
import { ownedKey } from '../../owned-key';
import { confirmYes } from '../../ui/confirm';
import { sanitizeLine } from '../../ui/sanitize';
import { pad, widthOf } from '../../ui/width';
import { type ChangeOptions, type Changes, changesOf } from './shared/changes';
import { type Change, compare } from './shared/compare';
import { limitsBelowUse } from './shared/limits';

const help = `
Examples:
  waypost keys update --name "Web shop" --daily-limit 1000
  waypost keys update --monthly-limit none --disable-dataset here --notifications on
  jq '{notifications}' settings.json | waypost keys update --body - --yes --json

Output (--json): the service's private details of the key after the update, unchanged
Errors: invalid_input (2) before anything is sent, and where a limit would be put below what is used
        without --yes; api_error (1) with code 4001 and details where the service refuses a value`;

const mostBodyBytes = 1024 * 1024;

interface Options extends ChangeOptions {
  body?: string;
  yes?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Change settings of a key. Only what is given changes.')
    .argument('[key]', 'API key; the one in use by default')
    .option('--name <name>', 'name of the key')
    .option('--daily-limit <n|none>', 'lookups a day')
    .option('--monthly-limit <n|none>', 'lookups a calendar month')
    .option('--enable-dataset <name>', 'dataset to enable; may be repeated', repeated)
    .option('--disable-dataset <name>', 'dataset to disable; may be repeated', repeated)
    .option('--notifications <on|off>', 'whether notifications are sent')
    .option('--rate-limit <json>', 'rate limit, an object as the service takes it')
    .option('--body <file|->', 'JSON object with any of the editable members')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, named?: string): Promise<void> {
  const { body, yes = false } = options;
  const text =
    body === undefined ? undefined : await readText(context, '--body', body, mostBodyBytes);
  const changes = changesOf(options, text);
  const key = await ownedKey(context, named);
  const { service, managementKey, signal } = key;
  const { output } = context;
  const steps = {
    ...keySteps(named),
    4001: 'Nothing was changed. Correct the values named above; `waypost keys details` shows those of now.',
  };
  await withNextSteps(steps, async () => {
    // A script that says yes and reads JSON needs no look beforehand.
    const before =
      yes && output.json ? undefined : await keyDetails(service, key.key, managementKey, signal);
    if (!yes && !(await mayLower(context, before, changes))) {
      await output.result(before, () => 'Nothing was changed.');
      return;
    }
    const after = await updateKey(key, changes);
    await output.result(after, (colour) => report(compare(changes, before, after), colour));
  });
}

/** Whether limits may be set: none is put below what is used, or the person says yes. */
async function mayLower(context: Context, before: unknown, changes: Changes): Promise<boolean> {
  const below = limitsBelowUse(before, changes);
  if (below.length === 0) return true;
  return confirmYes(context, below.join(' '), `${below.join(' ')} Set it all the same?`);
}

function report(changes: readonly Change[], colour: ChalkInstance): string {
  const labels = Math.max(...changes.map(({ label }) => widthOf(sanitizeLine(label))));
  const lines = changes.map((change) => {
    const label = pad(sanitizeLine(change.label), labels);
    const before = sanitizeLine(change.before);
    const after = sanitizeLine(change.after);
    if (change.outcome === 'changed') {
      return `${label}  ${colour.dim(before)} → ${colour.green(after)}`;
    }
    if (change.outcome === 'same') return `${label}  ${after} ${colour.dim('(as before)')}`;
    return `${label}  ${before} ${colour.yellow('(the service left it as it was)')}`;
  });
  const ignored = changes.some(({ outcome }) => outcome === 'ignored');
  return [
    ...lines,
    ...(ignored
      ? ['', 'A key with an unlimited plan ignores changes of datasets, daily and monthly limit.']
      : []),
  ].join('\n');
}
