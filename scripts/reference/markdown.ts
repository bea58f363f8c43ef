// Makes docs/reference, with a page for each command group, and docs/test-values.md.
import {
  type Command,
  type CommandEntry,
  commandLine,
  examplesOf,
  outputSections,
} from '../../src/cli/line/command';
import { commands } from '../../src/cli/line/commands';
import { globalOptions } from '../../src/cli/line/common-options';
import { descriptionOf, programDescription } from '../../src/cli/line/help-text';
import { environmentVariables } from '../../src/lib/environment';
import { errorCodes, interruptedStatus } from '../../src/lib/error-codes';
import { type TestValue, testValues } from '../../src/sandbox/validations/test-values';
import { commandsOf, optionRows, statusRows, usageOf } from './facts';

const generated =
  '<!-- Generated from the list of commands by `npm run reference`. Do not edit. -->';

/** Returns the page that lists all others and describes what is common to all commands. */
export function indexPage(): string {
  return page([
    generated,
    '# Reference',
    programDescription,
    table(
      ['Command', ''],
      commands.map(({ name, summary }) => [`[\`waypost ${name}\`](${name}.md)`, cell(summary)]),
    ),
    '## Global options',
    'Every command takes these, before or after its name.',
    definitions(optionRows(globalOptions)),
    '## Exit codes',
    table(
      ['Status', 'Error code', 'Meaning'],
      [
        ['0', '', 'success, also for an empty list'],
        ...Object.entries(errorCodes).map(([code, { exitStatus, meaning }]) => [
          String(exitStatus),
          `\`${code}\``,
          cell(meaning),
        ]),
        [String(interruptedStatus), '', 'interrupted; the signal itself ends the process'],
      ],
    ),
    '## Environment',
    'An empty or blank variable counts as unset.',
    definitions(Object.entries(environmentVariables)),
  ]);
}

/** Returns the page of a command group, or of a command without a group. */
export function pageOf(entry: CommandEntry): string {
  const members = commandsOf(entry);
  const isAlone = members.length === 1 && members[0] === entry;
  return page([
    generated,
    `# waypost ${entry.name}`,
    `${entry.summary}.`,
    ...(isAlone ? [] : [members.map(contents).join('\n')]),
    ...members.flatMap((member) => [
      ...(isAlone ? [] : [`## ${commandLine(member.path)}`]),
      ...body(member),
    ]),
    'Every command takes the [global options](README.md#global-options) too.',
  ]);
}

/** Returns the page of the test values, by command. */
export function testValuesPage(): string {
  const names = [...new Set(testValues.map(({ command }) => command))];
  return page([
    '<!-- Generated from src/sandbox/validations/test-values.ts by `npm run reference`. Do not edit. -->',
    '# Values for tests',
    'The sandbox answers these the same in every version, as a payment service has test cards. Mail and calls to them reach nobody: the domains are reserved by RFC 2606 and RFC 6761, the numbers kept for fiction by regulators, and the streets made up. Any name may stand before the @, so a test has as many addresses as it needs.',
    '`waypost sandbox values` prints the list, with `--json` for programs; in JavaScript it is `testValues` of `waypost/sandbox`. An answer has more members than are shown here. To make requests fail whatever they ask, there are [faults](sandbox.md).',
    ...names.flatMap((name) => [
      `## waypost ${name}`,
      table(
        ['Value', 'Meaning', 'Answer'],
        testValues
          .filter(({ command }) => command === name)
          .map((value) => [`\`${value.value}\``, cell(value.meaning), answerOf(value)]),
      ),
    ]),
  ]);
}

function answerOf({ code, result }: TestValue): string {
  if (result === null) return `code ${code}`;
  const members = Object.entries(result).map(
    ([name, value]) => `\`${name}\`: \`${JSON.stringify(value)}\``,
  );
  return members.join(', ');
}

function contents(spec: Command): string {
  const words = commandLine(spec.path);
  return `- [\`${words}\`](#${words.replaceAll(' ', '-')}): ${escaped(spec.summary)}`;
}

function body(spec: Command): string[] {
  const taken = (spec.arguments ?? []).map(({ name, description }): [string, string] => [
    name,
    description,
  ]);
  const statuses = statusRows(spec);
  const examples = examplesOf(spec)
    .map(({ command, note }) => (note === undefined ? command : `# ${note}\n${command}`))
    .join('\n');
  return [
    code(usageOf(spec), ''),
    escaped(descriptionOf(spec)),
    ...(examples === '' ? [] : ['**Examples**', code(examples, 'sh')]),
    ...(taken.length === 0 ? [] : ['**Arguments**', definitions(taken)]),
    ...((spec.options ?? []).length === 0
      ? []
      : ['**Options**', definitions(optionRows(spec.options))]),
    ...(spec.details ?? []).map(escaped),
    ...outputSections(spec).flatMap(({ title, text }) => [`**${title}**`, code(text, '')]),
    ...(statuses.length === 0
      ? []
      : [
          '**Exit codes**',
          table(
            ['Status', 'Error code', ''],
            statuses.map(({ status, codes, when }) => [
              String(status),
              codes.map((name) => `\`${name}\``).join(', '),
              cell(when),
            ]),
          ),
        ]),
  ];
}

export const page = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;

const code = (text: string, language: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

function definitions(rows: readonly (readonly [string, string])[]): string {
  return table(
    ['', ''],
    rows.map(([name, meaning]) => [`\`${name.replaceAll('|', '\\|')}\``, cell(meaning)]),
  );
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const cell = (text: string): string =>
  escaped(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Escapes Markdown, except in code in backticks. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<>*_\\[\]]/g, '\\$&')))
    .join('');
}
