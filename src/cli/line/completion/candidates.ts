// Finds the candidates for the word at the cursor.
import { logColumns } from '../../../api/lookup-log';
import { errorCodes } from '../../../lib/error-codes';
import type { ArgumentSpec, CommandEntry, CompletionKind, OptionSpec } from '../command';
import { entriesIn, findCommand } from '../commands';
import { topicNames } from '../help-topics';
import { rangeWords } from '../range';
import { settingNames, settingTable } from '../settings';
import type { Expected } from './position';

export interface Candidate {
  value: string;
  description?: string;
}

/**
 * The result for the shell: a list of candidates, or the instruction to complete file or directory names. `before` is
 * the text before the file name in the same word, such as `--file=`.
 */
export type Completion =
  | { kind: 'values'; candidates: Candidate[]; open: boolean }
  | { kind: 'files' | 'directories'; before: string };

/** Returns values that completion cannot read from the list of commands, such as the names of configs. */
type ValueSource = (kind: CompletionKind) => Promise<readonly Candidate[]>;

/** The kinds of values that an option accepts as a comma-separated list. */
const commaSeparated: ReadonlySet<CompletionKind> = new Set([
  'column',
  'context',
  'country',
  'dataset',
  'tag',
]);

/** The durations that completion suggests. */
const lengths: readonly Candidate[] = [
  { value: '1h', description: 'the last hour' },
  { value: '24h', description: 'the last 24 hours' },
  { value: '7d', description: 'the last 7 days' },
  { value: '3mo', description: 'the last 3 months' },
  { value: 'week', description: 'the previous week, Monday to Sunday' },
  { value: 'month', description: 'the previous month' },
];

export async function completionAt(
  expected: Expected,
  current: string,
  accountValues: ValueSource,
): Promise<Completion> {
  if (expected.kind === 'nothing') return matching([], '');
  if (expected.kind === 'commands') {
    return matching(expected.entries.map(commandCandidate), current);
  }
  if (expected.kind === 'options') {
    return matching(
      expected.options.flatMap(({ name, alias, description }) =>
        [name, alias ?? []].flat().map((one) => ({ value: `--${one}`, description })),
      ),
      current,
    );
  }
  const [spec, before, positionals] =
    expected.kind === 'value'
      ? [expected.option, expected.before, []]
      : [expected.argument, '', expected.positionals];
  const path = pathKind(spec, positionals, current);
  if (path !== undefined) return { kind: path, before };
  const isList = spec.completion !== undefined && commaSeparated.has(spec.completion);
  const typed = current.slice(before.length);
  const listStart = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  const used = new Set(listStart.split(','));
  const found = (await candidatesFor(spec, positionals, current, accountValues)).filter(
    ({ value }) => !used.has(value),
  );
  return matching(
    found.map((candidate) => ({ ...candidate, value: `${before}${listStart}${candidate.value}` })),
    current,
    isList || found.some(({ value }) => value.endsWith('=')),
  );
}

/**
 * Returns the candidates that begin with the typed text. If no candidate begins with exactly this text, ignores letter
 * case.
 */
function matching(all: readonly Candidate[], typed: string, open = false): Completion {
  const exact = all.filter(({ value }) => value.startsWith(typed));
  const folded = typed.toUpperCase();
  const candidates =
    exact.length > 0 ? exact : all.filter(({ value }) => value.toUpperCase().startsWith(folded));
  return { kind: 'values', candidates, open };
}

/**
 * Returns `files` or `directories` if the value is a path, according to the value's name or position. Returns undefined
 * for any other value.
 */
function pathKind(
  spec: OptionSpec | ArgumentSpec,
  positionals: readonly string[],
  current: string,
): 'files' | 'directories' | undefined {
  // The words after the program are the program's own arguments. Completion suggests file names, because these
  // arguments are often files.
  if (spec.completion === 'program') {
    return positionals.length > 0 || current.includes('/') ? 'files' : undefined;
  }
  const called = 'value' in spec ? spec.value : spec.name;
  if (called === 'directory' || called === 'dir') return 'directories';
  return called === 'file' || called === 'file|-' ? 'files' : undefined;
}

async function candidatesFor(
  spec: OptionSpec | ArgumentSpec,
  positionals: readonly string[],
  current: string,
  accountValues: ValueSource,
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
      return (await import('../../../api/countries')).alpha3Codes().map(countryCandidate);
    case 'country-2':
      return (await import('../../../api/countries')).alpha2Codes().map(countryCandidate);
    case 'setting-value': {
      const name = settingNames.find((one) => one === positionals[0]);
      return ((name && settingTable[name].values) ?? []).map((value) => ({ value }));
    }
    case 'command':
      return commandsBelow(positionals);
    case 'topic':
      return [
        ...commandsBelow(positionals),
        ...(positionals.length === 0
          ? topicNames.map((value) => ({ value, description: 'topic' }))
          : []),
        // waypost suggests error codes only after the user has typed the first letter, because the list of error codes
        // would otherwise hide the commands.
        ...(positionals.length === 0 && current !== '' ? await errorCodeCandidates() : []),
      ];
    default:
      return accountValues(completion);
  }
}

function commandsBelow(path: readonly string[]): Candidate[] {
  const entry = findCommand(path);
  if (path.length > 0 && entry === undefined) return [];
  return entriesIn(entry).map(commandCandidate);
}

async function errorCodeCandidates(): Promise<Candidate[]> {
  const { catalog } = await import('../../../api/catalog');
  return [
    ...Object.entries(errorCodes).map(([value, { meaning }]) => ({ value, description: meaning })),
    ...Object.entries(catalog).map(([value, { message }]) => ({ value, description: message })),
  ];
}

function commandCandidate({ name, summary }: CommandEntry): Candidate {
  return { value: name, description: summary };
}

/**
 * Returns a candidate for a country code, with the country's name as the description. `alpha2` is the country's alpha-2
 * code.
 */
function countryCandidate([value, alpha2]: readonly [string, string]): Candidate {
  const description = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(alpha2);
  return description === undefined ? { value } : { value, description };
}
