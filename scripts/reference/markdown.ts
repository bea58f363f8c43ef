// Generates docs/reference, with a page for each command group, and docs/test-values.md.
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
import { errorCodes, interruptedMeaning, interruptedStatus } from '../../src/lib/error-codes';
import { type TestValue, testValues } from '../../src/sandbox/validations/test-values';
import { commandsOf, optionRows, statusRows, usageOf } from './facts';

const generated =
  '<!-- Generated from the list of commands by `npm run reference`. Do not edit. -->';

/** Returns the page that lists all other pages and describes the behavior that all commands share. */
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
    'Every command accepts these options, before or after its name.',
    definitions(optionRows(globalOptions)),
    '## Exit codes',
    table(
      ['Exit code', 'Error code', 'Meaning'],
      [
        ['0', '', 'success, even if a list is empty'],
        ...Object.entries(errorCodes).map(([code, { exitStatus, meaning }]) => [
          String(exitStatus),
          `\`${code}\``,
          cell(meaning),
        ]),
        [String(interruptedStatus), '', interruptedMeaning],
      ],
    ),
    '## Environment',
    'waypost treats an empty or blank variable as not set.',
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
    'Every command also accepts the [global options](README.md#global-options).',
  ]);
}

/** Returns the page with the test values, sorted by command. */
export function testValuesPage(): string {
  const names = [...new Set(testValues.map(({ command }) => command))];
  return page([
    '<!-- Generated from src/sandbox/validations/test-values.ts by `npm run reference`. Do not edit. -->',
    '# Values for tests',
    'The sandbox returns the same result for each of these values in every version. The values are like the test card numbers of a payment service. Mail to these email addresses and calls to these phone numbers do not reach anyone: RFC 2606 and RFC 6761 reserve the domains, and regulators reserve the phone numbers for fiction. The streets do not exist. In these email addresses, any text can precede the @, so a test can use as many addresses as it needs.',
    '`waypost sandbox values` prints this list. For programs, add `--json`, or import `testValues` from `waypost/sandbox`. A result has more fields than this page shows. To make requests fail regardless of their values, inject [faults](sandbox.md).',
    ...names.flatMap((name) => [
      `## waypost ${name}`,
      table(
        ['Value', 'Meaning', 'Result'],
        testValues
          .filter(({ command }) => command === name)
          .map((value) => [`\`${value.value}\``, cell(value.meaning), answerOf(value)]),
      ),
    ]),
  ]);
}

function answerOf({ code, result }: TestValue): string {
  if (result === null) return `API code ${code}`;
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
            ['Exit code', 'Error code', ''],
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

/** Escapes Markdown outside of code in backquotes. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<>*_\\[\]]/g, '\\$&')))
    .join('');
}
