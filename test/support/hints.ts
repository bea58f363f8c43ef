// Runs the commands that hints name: what a hint says to type does what it says, or refuses for the next honest reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Run } from './tool';

const root = join(__dirname, '../../src');

/** A command that a text of the source names, with the text before it. */
interface Named {
  file: string;
  before: string;
  command: string;
}

/** What help, the reference or the doctor's list says is no hint. */
const noHints =
  /(?:\/spec|lib\/errors|shared-specs|common-options|environment|explained|skill|seed|seed\/schema|help|codes|session|help-text|output\/words)\.ts$/;

/** A text with the commands that a shell is to evaluate as other commands are. */
const plain = (text: string): string =>
  text.replace(/`eval "\$\(waypost ([^)]*)\)"\\?`/g, '`waypost $1`');

/** Every command that a text of the source names. */
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
  );

/** The named commands that none of these outputs has, each with the text before. */
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

/** The words of a line as a shell reads them. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}

/** Commands that wait for a person or for Ctrl-C, with options that end them. */
export type Ending = readonly (readonly [RegExp, readonly string[]])[];

/** Values for the placeholders of hints. */
const usual: Readonly<Record<string, string>> = {
  '<n>': '1000',
  '<name>': 'checkout',
  '<query>': 'berlin',
  '<value>': '30',
  '<command>': 'true',
};

/** The words to run for a command that a hint names. */
export function completed(
  command: string,
  ending: Ending,
  fill: Readonly<Record<string, string>> = {},
): string[] {
  const words = wordsOf(command).map((word) => fill[word] ?? usual[word] ?? word);
  const more = ending.find(([pattern]) => pattern.test(command))?.[1] ?? [];
  return [...words, ...more.filter((option) => !words.includes(option))];
}

/** How the commands of an output are run. */
export interface Following {
  call(words: string[]): Promise<Run>;
  ending: Ending;
  fill?: Readonly<Record<string, string>>;
  /** Exit statuses with which they may refuse, beside 2. */
  refusals?: readonly number[];
}

/** Runs every command that an output names. Returns the output as one line, and the commands. */
export async function follow(
  output: string,
  { call, ending, fill, refusals = [] }: Following,
): Promise<{ said: string; commands: string[] }> {
  // A message may name what was run.
  const said = plain(output.replace(/^Error: `waypost [^`]*`/, '').replace(/\s+/g, ' '));
  const commands = [...said.matchAll(/`waypost ([^`]*)`/g)].map(([, command = '']) => command);
  expect(commands, output).not.toEqual([]);
  for (const command of new Set(commands)) {
    const words = completed(command, ending, fill);
    const run = await call(words);
    const told = `waypost ${words.join(' ')}\n${run.stdout}${run.stderr}`;
    expect(told).not.toMatch(/Unknown (?:command|option)|There is no (?:setting|operation)|bug in/);
    if (run.status === 0) continue;
    expect([2, ...refusals], told).toContain(run.status);
    // The next refusal says something else to do.
    const [, ...hint] = run.stderr.split('\n');
    expect(hint.join(' '), told).not.toContain(`\`waypost ${command}\``);
  }
  return { said, commands };
}

/** Hints whose state needs a process of its own, with the end of the text before: test/system/hints.test.ts makes it. */
export const ofProcesses: readonly string[] = [
  '. Stop it with sandbox stop --port',
  'Or start with a new directory: sandbox start --data',
  'Stop it with sandbox stop --port',
  'Use that sandbox, stop it with sandbox stop --data',
  'Use that sandbox, stop it with sandbox stop --port',
  'others run: sandbox list',
  't; get a key of your own with signup',
  'copies of the damaged files: sandbox start --recover --data',
];
