// Generates the manual page of waypost and a page for each command group, with man(7) macros.
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
import { commandsOf, optionRows, statusRows, usageOf } from './facts';

/** Returns the page waypost(1). */
export function manOfProgram(): string {
  return manual('waypost', programDescription.replace(/\.$/, ''), [
    '.SH SYNOPSIS',
    bold('waypost', '[options] <command>'),
    '.SH DESCRIPTION',
    escaped(programDescription),
    '.SH COMMANDS',
    ...definitions(commands.map(({ name, summary }) => [`waypost-${name}(1)`, summary])),
    '.SH OPTIONS',
    'Every command accepts these options, before or after its name.',
    ...definitions(optionRows(globalOptions)),
    '.SH ENVIRONMENT',
    'waypost treats an empty or blank variable as not set.',
    ...definitions(Object.entries(environmentVariables)),
    '.SH EXIT STATUS',
    ...definitions([
      ['0', 'success, even if a list is empty'],
      ...Object.entries(errorCodes).map(([code, { exitStatus, meaning }]): [string, string] => [
        `${exitStatus} (${code})`,
        meaning,
      ]),
      [String(interruptedStatus), interruptedMeaning],
    ]),
  ]);
}

/** Returns the page of a command group, or of a command without a group. */
export function manOfEntry(entry: CommandEntry): string {
  const members = commandsOf(entry);
  return manual(`waypost-${entry.name}`, entry.summary, [
    '.SH SYNOPSIS',
    ...members
      .map(usageOf)
      .flatMap((usage, index) => [...(index === 0 ? [] : ['.br']), escaped(usage)]),
    '.SH COMMANDS',
    ...members.flatMap(commandText),
    '.SH SEE ALSO',
    'waypost(1)',
  ]);
}

function commandText(spec: Command): string[] {
  const taken = (spec.arguments ?? []).map(({ name, description }): [string, string] => [
    name,
    description,
  ]);
  const statuses = statusRows(spec).map(({ status, codes, when }): [string, string] => [
    codes.length === 0 ? String(status) : `${status} (${codes.join(', ')})`,
    when === '' ? '' : when,
  ]);
  const examples = examplesOf(spec).map(({ command }) => command);
  return [
    `.SS ${escaped(commandLine(spec.path))}`,
    escaped(descriptionOf(spec)),
    ...definitions([...taken, ...optionRows(spec.options)]),
    ...(spec.details ?? []).flatMap((text) => ['.PP', escaped(text)]),
    ...outputSections(spec).flatMap(({ title, text }) => [
      '.PP',
      `${escaped(title)}:`,
      ...verbatim(text),
    ]),
    ...(statuses.length === 0 ? [] : ['.PP', 'Exit codes:', ...definitions(statuses)]),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:', ...verbatim(examples.join('\n'))]),
  ];
}

function manual(name: string, summary: string, body: readonly string[]): string {
  return `${[
    '.\\" Generated from the list of commands by "npm run reference". Do not edit.',
    `.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 "" waypost "waypost manual"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(summary)}`,
    ...body,
  ].join('\n')}\n`;
}

function definitions(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([name, text]) =>
    text === ''
      ? ['.TP', `\\fB${escaped(name)}\\fP`, '\\&']
      : ['.TP', `\\fB${escaped(name)}\\fP`, escaped(text)],
  );
}

const bold = (word: string, rest: string): string => `\\fB${escaped(word)}\\fP ${escaped(rest)}`;

/** Formats lines as an indented block without line wrapping. */
function verbatim(text: string): string[] {
  return ['.PP', '.RS 4', '.nf', ...text.split('\n').map(escaped), '.fi', '.RE'];
}

/** Escapes roff's special characters, and writes non-ASCII characters as character codes. */
function escaped(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    // groff warns about this character if its output is ASCII, for example with LC_ALL=C.
    .replaceAll('…', '...')
    .replace(/[^\x00-\x7f]/gu, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
  return plain.startsWith('.') ? `\\&${plain}` : plain;
}
