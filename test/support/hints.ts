// Runs the commands that hints suggest. Each command must succeed, or must fail with a hint that suggests another
// command.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commands } from '../../src/cli/line/commands';
import type { Run } from './tool';

const root = join(__dirname, '../../src');

/** The first words of all commands. If another word follows `waypost`, the text is a sentence and not a command. */
const firstWords = new Set(commands.map(({ name }) => name));

/** A command in a string in the source, with the text before the command. */
interface Named {
  file: string;
  before: string;
  command: string;
}

/** The sources of help, the reference and doctor's list. These sources do not contain hints. */
const noHints =
  /(?:\/spec|lib\/errors|shared-specs|common-options|environment|explained|skill|seed|seed\/schema|help|codes|session|line\/settings|help-text|output\/words)\.ts$/;

/** Replaces `eval "$(waypost …)"` in a text with the command inside the parentheses. */
const plain = (text: string): string =>
  text.replace(/`eval "\$\(waypost ([^)]*)\)"\\?`/g, '`waypost $1`');

/** Every command in a string in the source. */
const named: Named[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !noHints.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .flatMap((line) =>
        [
          ...plain(line).matchAll(
            /([^'"`{}]{0,30})(?:\\?`waypost|\\`\$\{appName\}) ([a-z][^`\\$]*)/g,
          ),
          ...line.matchAll(/([^'"`{}]{0,30})\$\{(?:context\.)?command(?:InText)?\('([^']+)'/g),
        ].map(([, before = '', command = '']) => ({
          file,
          before: before.replace(/\\$/, '').trim(),
          command: command.trim(),
        })),
      ),
  )
  .filter(({ command }) => firstWords.has(command.split(' ')[0] ?? ''));

/** Returns the commands in the source that none of these outputs contains, each with the text before the command. */
export function unseenIn(outputs: readonly string[]): string[] {
  const said = outputs.join('\n');
  const text = (source: string) =>
    source.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return named
    .filter(
      ({ before, command }) =>
        !new RegExp(`${text(before)}\\s*\`waypost ${text(command)}`).test(said),
    )
    .map(({ before, command }) => `${before} ${command}`.trim());
}

/** Splits a line into words like a shell. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}

/** Patterns of commands that wait for the user or for Ctrl-C, each with options that end the command. */
export type Ending = readonly (readonly [RegExp, readonly string[]])[];

/** Values for the placeholders in hints. */
const usual: Readonly<Record<string, string>> = {
  '<n>': '1000',
  '<name>': 'checkout',
  '<query>': 'berlin',
  '<value>': '30',
  '<command>': 'true',
};

/** Returns the words to run for a command in a hint. Replaces placeholders, and adds the options in `ending`. */
export function completed(
  command: string,
  ending: Ending,
  fill: Readonly<Record<string, string>> = {},
): string[] {
  const words = wordsOf(command).map((word) => fill[word] ?? usual[word] ?? word);
  const more = ending.find(([pattern]) => pattern.test(command))?.[1] ?? [];
  return [...words, ...more.filter((option) => !words.includes(option))];
}

/** The options of `follow`. */
export interface Following {
  call(words: string[]): Promise<Run>;
  ending: Ending;
  fill?: Readonly<Record<string, string>>;
  /** The exit codes with which the commands can fail. The commands can also fail with exit code 2. */
  refusals?: readonly number[];
}

/** Runs every command that an output suggests. Returns the output as one line, and the commands. */
export async function follow(
  output: string,
  { call, ending, fill, refusals = [] }: Following,
): Promise<{ said: string; commands: string[] }> {
  // A message can begin with the name of the command that failed.
  const said = plain(output.replace(/^Error: `waypost [^`]*`/, '').replace(/\s+/g, ' '));
  const commands = [...said.matchAll(/`waypost ([^`]*)`/g)].map(([, command = '']) => command);
  expect(commands, output).not.toEqual([]);
  for (const command of new Set(commands)) {
    const words = completed(command, ending, fill);
    const run = await call(words);
    const told = `waypost ${words.join(' ')}\n${run.stdout}${run.stderr}`;
    expect(told).not.toMatch(
      /Unknown (?:command|option)|Unknown operation|There is no setting|bug in/,
    );
    if (run.status === 0) continue;
    expect([2, ...refusals], told).toContain(run.status);
    // The hint of the next error must not suggest the same command.
    const [, ...hint] = run.stderr.split('\n');
    expect(hint.join(' '), told).not.toContain(`\`waypost ${command}\``);
  }
  return { said, commands };
}

/**
 * Hints of commands that must run as a separate process, each with the end of the text before the command.
 * test/system/hints.test.ts runs these commands.
 */
export const ofProcesses: readonly string[] = [
  '. Stop the sandbox with sandbox stop --port',
  'Stop the sandbox with sandbox stop --port',
  'art with a new directory, run sandbox start --data',
  'e with the readable data, run sandbox start --recover --data',
  'k_test. Get your own key with signup',
  'running sandbox, stop it with sandbox stop --data',
  'running sandbox, stop it with sandbox stop --port',
  'ning. List the sandboxes with sandbox list',
];
