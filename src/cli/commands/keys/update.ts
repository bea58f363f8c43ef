// `waypost keys update`: changes only the given members, and shows the effect.

import { keyDetails, updateKey } from '../../../client/keys';
import { isObject } from '../../../client/owned-key';
import { jsonText } from '../../../lib/exact-json';
import { keyUpdateHints, withHints } from '../../hints/by-api-code';
import type { Colours } from '../../output/colour';
import { oneLine } from '../../output/printable';
import { pad, widthOf } from '../../output/width';
import { labelOf, valueText } from '../../output/words';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { readText } from '../../run/input';
import { ownedKey } from '../../run/owned-key';
import { type ChangeOptions, type Changes, changesOf } from './shared/changes';
import { limitsBelowUse } from './shared/limits';

const maxBodyBytes = 1024 * 1024;

interface Options extends ChangeOptions {
  body?: string;
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, named?: string): Promise<void> {
  const { body, yes = false } = options;
  const text =
    body === undefined ? undefined : await readText(context, '--body', body, maxBodyBytes);
  const changes = changesOf(options, text);
  const key = await ownedKey(context, named);
  const { service, managementKey, signal } = key;
  const { output } = context;
  await withHints(keyUpdateHints(named), async () => {
    // A script with --yes and --json needs no comparison.
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

/** Whether limits may be set: none is below the current usage, or the person agrees. */
async function mayLower(context: Context, before: unknown, changes: Changes): Promise<boolean> {
  const below = limitsBelowUse(before, changes);
  if (below.length === 0) return true;
  return confirmYes(context, below.join(' '), `${below.join(' ')} Set it anyway?`);
}

function report(changes: readonly Change[], colour: Colours): string {
  const labels = Math.max(...changes.map(({ label }) => widthOf(oneLine(label))));
  const lines = changes.map((change) => {
    const label = pad(oneLine(change.label), labels);
    const before = oneLine(change.before);
    const after = oneLine(change.after);
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

/** One value that should change. */
interface Change {
  label: string;
  before: string;
  after: string;
  /** `changed`, `same` if it had the value already, `ignored` if the service did not change it. */
  outcome: 'changed' | 'same' | 'ignored';
}

/** A line for each value that was sent, by the details before and after. */
export function compare(
  sent: Readonly<Record<string, unknown>>,
  before: unknown,
  after: unknown,
): Change[] {
  return leaves(sent).map(({ path, value }) => {
    const was = at(before, path);
    const is = at(after, path);
    const stayed = is !== undefined && same(was, is);
    return {
      label: labelOf(path.join('.')),
      before: valueText(was),
      after: valueText(is ?? value),
      outcome: !stayed ? 'changed' : same(is, value) ? 'same' : 'ignored',
    };
  });
}

function leaves(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

function same(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}
