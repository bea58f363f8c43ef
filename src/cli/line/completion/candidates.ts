// The candidates for the word at the cursor, in the form for shells.
import { logColumns } from '../../../api/lookup-log';
import { topicNames } from '../../commands/help/spec';
import type { ArgumentSpec, CompletionKind, OptionSpec } from '../command';
import { commands, findCommand, isGroup } from '../commands';
import { rangeWords } from '../range';
import { settingNames, settingValues } from '../setting-names';
import type { Expected } from './position';

/** A word that completes what is typed. */
export interface Candidate {
  value: string;
  description?: string;
}

/** The candidates for a shell. `before` is the text before a file's name in its word, such as `--file=`. */
export type Completion =
  | { kind: 'values'; candidates: Candidate[]; open: boolean }
  | { kind: 'files' | 'directories'; before: string };

/** Values that are not in the list of commands, such as the names of configs. */
export type Lookup = (kind: CompletionKind) => Promise<readonly Candidate[]>;

/** Kinds whose values are joined with commas. */
const listed: ReadonlySet<CompletionKind> = new Set([
  'column',
  'context',
  'country',
  'dataset',
  'tag',
]);

/** The most frequent lengths of time. */
const lengths: readonly Candidate[] = [
  { value: '1h', description: 'the last hour' },
  { value: '24h', description: 'the last 24 hours' },
  { value: '7d', description: 'the last 7 days' },
  { value: '3mo', description: 'the last 3 months' },
  { value: 'week', description: 'the week before this one, Monday to Sunday' },
  { value: 'month', description: 'the month before this one' },
];

const nothing: Completion = { kind: 'values', candidates: [], open: false };

/** Completes the beginning of a word. */
export async function complete(
  expected: Expected,
  current: string,
  lookup: Lookup,
): Promise<Completion> {
  if (expected.kind === 'nothing') return nothing;
  if (expected.kind === 'commands') {
    return values(
      expected.entries.map(({ name, summary }) => ({ value: name, description: summary })),
      current,
    );
  }
  if (expected.kind === 'options') {
    return values(
      expected.options.flatMap(({ name, alias, description }) =>
        [name, ...(alias === undefined ? [] : [alias])].map((one) => ({
          value: `--${one}`,
          description,
        })),
      ),
      current,
    );
  }
  const [spec, before, earlier] =
    expected.kind === 'value'
      ? [expected.option, expected.before, []]
      : [expected.argument, '', expected.earlier];
  const path = pathKind(spec, earlier, current);
  if (path !== undefined) return { kind: path, before };
  const isList = spec.completion !== undefined && listed.has(spec.completion);
  const typed = current.slice(before.length);
  const kept = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const used = new Set(kept.split(','));
  const found = (await valuesOf(spec, earlier, lookup)).filter(({ value }) => !used.has(value));
  return values(
    found.map((candidate) => ({ ...candidate, value: `${before}${kept}${candidate.value}` })),
    current,
    isList || found.some(({ value }) => value.endsWith('=')),
  );
}

/** The candidates that begin as typed; if there are none, in any case of letters. */
function values(all: readonly Candidate[], typed: string, open = false): Completion {
  const exact = all.filter(({ value }) => value.startsWith(typed));
  const folded = typed.toUpperCase();
  const candidates =
    exact.length > 0 ? exact : all.filter(({ value }) => value.toUpperCase().startsWith(folded));
  return { kind: 'values', candidates, open };
}

/** Whether a value is the path of a file or directory, by its name or place. */
function pathKind(
  spec: OptionSpec | ArgumentSpec,
  earlier: readonly string[],
  current: string,
): 'files' | 'directories' | undefined {
  // Behind a program, its arguments.
  if (spec.completion === 'program') {
    return earlier.length > 0 || current.includes('/') ? 'files' : undefined;
  }
  const called = 'value' in spec ? spec.value : spec.name;
  if (called === 'directory' || called === 'dir') return 'directories';
  return called === 'file' || called === 'file|-' ? 'files' : undefined;
}

async function valuesOf(
  spec: OptionSpec | ArgumentSpec,
  earlier: readonly string[],
  lookup: Lookup,
): Promise<readonly Candidate[]> {
  const { choices, completion, suggestions } = spec;
  const fixed = choices ?? suggestions;
  if (fixed !== undefined) return fixed.map((value) => ({ value }));
  switch (completion) {
    case undefined:
      return [];
    case 'column':
      return logColumns.map((value) => ({ value }));
    case 'date':
      return rangeWords.map((value) => ({ value }));
    case 'length':
      return lengths;
    case 'country':
      return (await import('../../../api/countries')).alpha3Codes().map(named);
    case 'country-2':
      return (await import('../../../api/countries')).alpha2Codes().map(named);
    case 'setting-value': {
      const name = settingNames.find((one) => one === earlier[0]);
      return ((name && settingValues[name]) ?? []).map((value) => ({ value }));
    }
    case 'command':
      return commandsBelow(earlier);
    case 'topic':
      return [
        ...commandsBelow(earlier),
        ...(earlier.length === 0
          ? topicNames.map((value) => ({ value, description: 'topic' }))
          : []),
      ];
    default:
      return lookup(completion);
  }
}

function commandsBelow(path: readonly string[]): Candidate[] {
  const entry = findCommand(path);
  if (path.length > 0 && (entry === undefined || !isGroup(entry))) return [];
  const entries = entry !== undefined && isGroup(entry) ? entry.commands : commands;
  return entries.map(({ name, summary }) => ({ value: name, description: summary }));
}

/** A country code with its country; an alpha-3 code has its alpha-2 code. */
function named([value, alpha2]: readonly [string, string]): Candidate {
  const description = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(alpha2);
  return description === undefined ? { value } : { value, description };
}
