// `waypost configs diff`: shows how a directory's files differ from a key's configs.

import { configsOf, listConfigs } from '../../../client/configs';
import { placeholder } from '../../../lib/command-text';
import { jsonError } from '../../../lib/json-error';
import { configHints, withHints } from '../../hints/by-api-code';
import type { Colors } from '../../output/color';
import { lineDiff } from '../../output/line-diff';
import type { Output } from '../../output/output';
import { oneLine } from '../../output/printable';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import { ownedKey } from '../shared/owned-key';
import { type ConfigDirectory, type Ignored, openDirectory, readPayload } from './directory';

interface DiffDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

export async function configsDiff(
  { output, credentials, service }: DiffDependencies,
  { exitCode }: { exitCode?: boolean },
  named: string,
): Promise<number> {
  const { directory, differences } = await compareDirectory({ credentials, service }, named);
  const { ignored } = directory;
  const different = differences.some(({ state }) => state !== 'unchanged');
  const configs = differences.map((difference) => {
    const { name, file, state } = difference;
    return { name, file, state, diff: diffOf(difference) };
  });
  await warnOfBrokenJson(output, differences);
  await output.result({ different, configs, ignored }, (color) =>
    different
      ? differencesText(differences, directory, color, diffNotes).join('\n').trimEnd()
      : [
          'The files and the configs on the service are identical.',
          ...ignoredText(ignored, color),
        ].join('\n'),
  );
  return exitCode && different ? 1 : 0;
}

type State = 'added' | 'changed' | 'unchanged' | 'service_only';

/**
 * A config that exists on the service, in a file, or in both places. `state` is the result of comparing the config with
 * the file.
 */
export interface Difference {
  name: string;
  file: string | null;
  state: State;
  remote: string | undefined;
  local: string | undefined;
}

/**
 * Compares a directory's files with the key's configs. Throws `invalid_input` if waypost cannot use the directory, or
 * if the content of a file is not a valid payload.
 */
export async function compareDirectory(
  { credentials, service }: { credentials: Credentials; service: ServiceConnector },
  named: string,
) {
  const directory = await openDirectory(named, false);
  const key = await ownedKey({ credentials, service });
  const list = await withHints(configHints(placeholder('name')), () => listConfigs(key));
  const remotes = new Map(configsOf(list).map(({ name, payload }) => [name, payload]));
  const names = [...new Set([...directory.files.keys(), ...remotes.keys()])].sort();
  const differences: Difference[] = [];
  for (const name of names) {
    const file = directory.files.get(name) ?? null;
    const remote = remotes.get(name);
    const local = file === null ? undefined : await readPayload(directory, file);
    differences.push({ name, file, remote, local, state: relationOf(remote, local) });
  }
  return { key, directory, differences };
}

/**
 * A file that is not JSON, although the config on the service is JSON. `line` and `column` are the position of the
 * first error.
 */
export interface BrokenJson {
  name: string;
  file: string | null;
  line: number;
  column: number;
}

/** Prints a warning for each file that is no longer JSON, and returns these files. */
export async function warnOfBrokenJson(
  output: Output,
  differences: readonly Difference[],
): Promise<BrokenJson[]> {
  const broken = differences.flatMap(({ name, file, state, remote = '', local = '' }) => {
    const place = state === 'changed' ? jsonError(local) : undefined;
    return place === undefined || jsonError(remote) !== undefined ? [] : [{ name, file, ...place }];
  });
  for (const one of broken) {
    const { name, file, line, column } = one;
    if (output.json) output.event({ event: 'no_longer_json', ...one });
    else {
      await output.warn(
        `${oneLine(file ?? name)} is not valid JSON (line ${line}, column ${column}), but the config on the service is valid JSON.`,
      );
    }
  }
  return broken;
}

function relationOf(remote: string | undefined, local: string | undefined): State {
  if (local === undefined) return 'service_only';
  if (remote === undefined) return 'added';
  return remote === local ? 'unchanged' : 'changed';
}

/** Returns a diff from the config to the file, or '' if there is no file or no difference. */
function diffOf({ remote, local }: Difference): string {
  if (local === undefined || remote === local) return '';
  return lineDiff(remote ?? '', local).join('\n');
}

/**
 * The style in which waypost prints a difference. If `word` is set, waypost prints the config's name and `word`,
 * followed by a diff. If `line` is set, waypost prints only the config's name, in a list that begins with `line`.
 */
type DiffStyle = { word: string } | { line: string };

/** The styles for new files, and for configs without a file. waypost always prints changed files as a diff. */
type DifferenceNotes = Readonly<Record<'added' | 'service_only', DiffStyle>>;

const diffNotes: DifferenceNotes = {
  added: { word: 'new' },
  service_only: { line: 'Only at the service' },
};

/** Returns the differences and the skipped directory entries as text for the terminal. */
export function differencesText(
  differences: readonly Difference[],
  { ignored }: ConfigDirectory,
  color: Colors,
  notes: DifferenceNotes,
): string[] {
  const styles = { ...notes, changed: { word: 'changed' } };
  const blocks: string[] = [];
  const lines = new Map<string, string[]>();
  for (const difference of differences) {
    if (difference.state === 'unchanged') continue;
    const style: DiffStyle = styles[difference.state];
    const name = oneLine(difference.name);
    if ('line' in style) lines.set(style.line, [...(lines.get(style.line) ?? []), name]);
    else blocks.push(color.bold(`${name} (${style.word})`), ...printedDiff(difference, color), '');
  }
  return [
    ...blocks,
    ...[...lines].map(([line, names]) => `${line}: ${names.join(', ')}`),
    ...ignoredText(ignored, color),
  ];
}

/**
 * Returns the colored lines of a diff, without control characters. Returns an empty array if the config has no file.
 */
function printedDiff(difference: Difference, color: Colors): string[] {
  const diff = diffOf(difference);
  if (diff === '' && difference.local === undefined) return [];
  return diff.split('\n').map((line) => {
    const text = oneLine(line) === '' ? '' : printableLine(line);
    if (text.startsWith('+')) return color.green(text);
    if (text.startsWith('-')) return color.red(text);
    return text.startsWith('@') ? color.cyan(text) : text;
  });
}

/** Returns a line that lists the skipped directory entries, or an empty array if waypost did not skip any entries. */
function ignoredText(ignored: readonly Ignored[], color: Colors): string[] {
  if (ignored.length === 0) return [];
  const reasons = {
    hidden: 'hidden',
    link: 'a link',
    folder: 'a directory',
    other: 'not a regular file',
  };
  const named = ignored.map(({ file, reason }) => `${oneLine(file)} (${reasons[reason]})`);
  return [color.dim(`Skipped: ${named.join(', ')}`)];
}

/** Removes control characters from a line of a payload, but keeps the line's indentation. */
function printableLine(line: string): string {
  const [, sign = '', blanks = '', rest = ''] = /^([+\- @\\]?)(\s*)(.*)$/s.exec(line) ?? [];
  return `${sign}${blanks.replace(/[^ \t]/g, '')}${oneLine(rest)}`;
}
