// The values of an account that complete a word, and the command whose JSON contains them.
import type { CompletionKind } from '../command';
import type { Candidate } from './candidates';

interface Source {
  /** Words of the command that prints them. */
  words: readonly string[];
  /** Takes them from what it prints. */
  read: (printed: string) => Candidate[];
}

/** The kinds that have a source. */
export const accountKinds = ['config', 'context', 'dataset', 'licensee', 'tag'] as const;

const json = (printed: string): Record<string, unknown> => Object(JSON.parse(printed));

/** The kinds of values that need a request. */
export const sources: Partial<Record<CompletionKind, Source>> &
  Record<(typeof accountKinds)[number], Source> = {
  config: {
    words: ['configs', 'list', '--json'],
    read: (printed) => members(json(printed).configs, 'name'),
  },
  licensee: {
    words: ['licensees', 'list', '--limit', '100', '--json'],
    read: (printed) => members(json(printed).licensees, 'id', 'name'),
  },
  context: {
    words: ['keys', 'show', '--json'],
    read: (printed) =>
      members(json(printed).contexts, 'iso_3', 'description').map((candidate) => ({
        ...candidate,
        value: candidate.value.toLowerCase(),
      })),
  },
  dataset: {
    words: ['keys', 'details', '--json'],
    read: (printed) =>
      Object.entries(Object(json(printed).datasets)).map(([value, enabled]) => ({
        value,
        description: enabled === true ? 'enabled' : 'disabled',
      })),
  },
  tag: {
    words: ['lookups', 'export', '--last', '7d', '--format', 'ndjson'],
    read: (printed) => {
      // The output may be cut off: its last line counts only if it has an end.
      const lines = printed.split('\n').slice(0, -1);
      const tags = new Set(lines.flatMap((line) => texts(json(line).tags)));
      return [...tags].sort().map((value) => ({ value }));
    },
  },
};

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/** Two members of each entry of a list, as values and their descriptions. */
function members(list: unknown, name: string, description?: string): Candidate[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const value: unknown = Object(entry)[name];
    const meaning: unknown = description === undefined ? undefined : Object(entry)[description];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return {
      value: String(value),
      ...(typeof meaning === 'string' ? { description: meaning } : {}),
    };
  });
}
