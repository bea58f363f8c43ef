// `waypost keys update`: changes what is given and nothing else, and shows what that did.
import type { ChalkInstance } from 'chalk';
import { keyDetails, updateKey } from '../../../client/keys';
import type { Context } from '../../context';
import { withHints } from '../../hints/hints';
import { keyUpdateHints } from '../../hints/table';
import { readText } from '../../input';
import { ownedKey } from '../../owned-key';
import { confirmYes } from '../../ui/confirm';
import { sanitizeLine } from '../../ui/sanitize';
import { pad, widthOf } from '../../ui/width';
import { type ChangeOptions, type Changes, changesOf } from './shared/changes';
import { type Change, compare } from './shared/compare';
import { limitsBelowUse } from './shared/limits';

const mostBodyBytes = 1024 * 1024;

interface Options extends ChangeOptions {
  body?: string;
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, named?: string): Promise<void> {
  const { body, yes = false } = options;
  const text =
    body === undefined ? undefined : await readText(context, '--body', body, mostBodyBytes);
  const changes = changesOf(options, text);
  const key = await ownedKey(context, named);
  const { service, managementKey, signal } = key;
  const { output } = context;
  await withHints(keyUpdateHints(named), async () => {
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
