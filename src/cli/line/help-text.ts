// The help of waypost and of each command, generated from the list of commands.
import { type Environment, readVariable } from '../../lib/environment';
import { errorCodes } from '../../lib/error-codes';
import { appName } from '../../lib/identity';
import { orList } from '../../lib/word-list';
import { type ColorChoice, colorLevel } from '../output/color';
import type { OutputStream } from '../output/output';
import { printable } from '../output/printable';
import { wrap } from '../output/width';
import {
  type ArgumentSpec,
  type Command,
  type CommandEntry,
  type CommandSpec,
  commandLine,
  type ErrorSpec,
  examplesOf,
  type HelpSection,
  type OptionSpec,
  outputSections,
} from './command';
import { errorsOf, statusesOf } from './command-errors';
import { isGroup, sections } from './commands';
import { globalOptions, helpOption, versionOption } from './common-options';
import { effectsOf } from './effects';

export const programDescription =
  'Look up addresses, places, emails and phone numbers, and manage API keys, from the terminal.';

/** Examples for new users. */
const programExamples: ReturnType<typeof examplesOf> = [
  { command: `${appName} sandbox start --detach`, note: 'runs a sandbox on this machine' },
  { command: `${appName} signup`, note: 'creates an account and its keys' },
  { command: `${appName} places search berlin`, note: 'costs nothing' },
  { command: `${appName} keys usage --last 7d`, note: 'shows how many lookups you used' },
];

/** The terminal that shows the help. */
interface HelpTerminal {
  stdout: OutputStream;
  env: Environment;
}

/**
 * Returns the width of help, from 40 to 120 columns. The width is the terminal's width. If there is no terminal, the
 * width is the value of `COLUMNS`, or 80 if `COLUMNS` is not a positive integer.
 */
export function helpWidth({ stdout, env }: HelpTerminal): number {
  const variable = Number(readVariable(env, 'COLUMNS'));
  const columns = stdout.columns ?? (Number.isInteger(variable) && variable > 0 ? variable : 80);
  return Math.min(120, Math.max(40, columns));
}

/**
 * Returns an option's flags as help shows them, such as `-o, --output <file>`. If the option has an alias, help shows
 * the alias instead of the name.
 */
export function flagsOf({ name, alias = name, short, value }: OptionSpec): string {
  const long = value === undefined ? `--${alias}` : `--${alias} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/**
 * Returns the help for a command or group, wrapped to the terminal's width. If `entry` is undefined, returns the help
 * for waypost itself.
 */
export function helpFor(entry: CommandEntry | undefined, system: HelpTerminal): string {
  const width = helpWidth(system);
  return entry === undefined ? programHelp(width) : commandHelp(entry, width);
}

/** Returns the help text, with bold headings if standard output supports color. */
export function withHeadings(
  text: string,
  choice: ColorChoice,
  { stdout, env }: HelpTerminal,
): string {
  const level = colorLevel(choice, env, stdout);
  const drawn = printable(text);
  return level === 0 ? drawn : drawn.replace(/^[A-Z][\w ()-]*:/gm, '\x1b[1m$&\x1b[22m');
}

export function programHelp(width: number): string {
  return inBlocks([
    `Usage: ${appName} [options] [command]`,
    paragraph(programDescription, width),
    exampleText(programExamples, width),
    ...sections.map(({ title, entries }) => section(title, entries.map(summaryRow), width)),
    optionList('Options', [helpOption, versionOption], width),
    globalLine(width),
    paragraph(
      `\`${appName} help <command>\` explains a command. \`${appName} help exit-codes\`, \`environment\`, \`options\` and \`batch\` explain topics that several commands share. \`${appName} help agents\` prints instructions for coding agents.`,
      width,
    ),
  ]);
}

/** Returns the help for a command or group. */
export function commandHelp(entry: CommandEntry, width: number): string {
  const words = commandLine(entry.path);
  if (isGroup(entry)) {
    return inBlocks([
      paragraph(`Usage: ${words} [options] [command]`, width, 4),
      paragraph(entry.summary, width),
      optionList('Options', [helpOption], width),
      section('Commands', entry.commands.map(summaryRow), width),
      globalLine(width),
    ]);
  }
  const { arguments: taken = [], options = [], details = [] } = entry;
  const examples = examplesOf(entry);
  return inBlocks([
    paragraph(`Usage: ${usageWords([words, '[options]'], entry)}`, width, 4),
    paragraph(descriptionOf(entry), width),
    examples.length === 0 ? '' : exampleText(examples, width),
    section(
      'Arguments',
      taken.map(({ name, description }) => [name, description]),
      width,
    ),
    optionList('Options', [...options, helpOption], width),
    ...details.map((text) => paragraph(text, width)),
    [
      ...outputSections(entry).map((one) => outputSection(one, width)),
      paragraph(`Errors: ${errorList(errorsOf(entry))}`, width, 2),
      paragraph(`Exit codes: ${statusText(entry)}`, width, 2),
    ].join('\n'),
    globalLine(width),
  ]);
}

/**
 * Returns the description of a command. Appends a sentence if the command can cost lookups or change the service's
 * data.
 */
export function descriptionOf(command: Command): string {
  const { description, alsoCalls } = command;
  if (alsoCalls === 'any') return `${description} Can cost lookups or change the service's data.`;
  const { bills, changes, deletes } = effectsOf(command);
  return [
    description,
    // The sentence is not necessary if the description already mentions that the command costs a lookup.
    ...(bills && !/costs a lookup/i.test(description) ? ['Costs a lookup.'] : []),
    ...(changes || deletes ? ["Changes the service's data."] : []),
  ].join(' ');
}

/** Formats a section about the output. Text with several lines starts on the line below its title. */
function outputSection({ title, text }: HelpSection, width: number): string {
  if (!text.includes('\n')) return paragraph(`${title}: ${text}`, width, 2);
  const lines = text.split('\n').map((line) => paragraph(`  ${line}`, width, 4));
  return [paragraph(`${title}:`, width, 2), ...lines].join('\n');
}

/** Returns the list of global options, which `waypost help options` prints. */
export function globalOptionText(width: number): string {
  return optionList('Global options', globalOptions, width);
}

function globalLine(width: number): string {
  return paragraph(
    `Global options: --json, --timeout and more; see \`${appName} help options\``,
    width,
    2,
  );
}

/** Joins the blocks that are not empty, with an empty line between them. */
function inBlocks(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function summaryRow({ name, summary }: CommandEntry): [string, string] {
  return [name, summary];
}

/** Returns a command's usage: the given words and the command's arguments. */
export function usageWords(
  words: readonly string[],
  { arguments: taken = [] }: CommandSpec,
): string {
  return [...words, ...taken.map(placeholder)].join(' ');
}

/** Returns an argument as help shows it: `<name>`, `[name]`, `<name...>` or `[name...]`. */
export function placeholder({ name, required, variadic }: ArgumentSpec): string {
  const word = variadic ? `${name}...` : name;
  return required ? `<${word}>` : `[${word}]`;
}

function section(title: string, rows: readonly [string, string][], width: number): string {
  return rows.length === 0 ? '' : `${title}:\n${definitions(rows, width)}`;
}

function optionList(title: string, options: readonly OptionSpec[], width: number): string {
  const rows = options
    .filter(({ hidden }) => !hidden)
    .map((option): [string, string] => {
      const fallback = option.default === undefined ? '' : ` (default: ${option.default})`;
      return [flagsOf(option), `${option.description}${fallback}`];
    });
  return section(title, rows, width);
}

/** Formats the examples. Does not wrap commands, because users copy them. */
function exampleText(examples: ReturnType<typeof examplesOf>, width: number): string {
  const noted = examples.filter(({ note }) => note !== undefined);
  const column = Math.max(0, ...noted.map(({ command }) => command.length)) + 3;
  const lines = examples.flatMap(({ command, note }) => {
    if (note === undefined) return `  ${command}`;
    const line = `  ${command.padEnd(column)}${note}`;
    return line.length <= width ? line : [`  ${command}`, paragraph(`      ${note}`, width, 6)];
  });
  return [examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}

/** Returns a description of a command's exit codes, such as `0; 1 if a check fails; otherwise 2, 5 or 130 (see …)`. */
function statusText(command: Command): string {
  const { exitStatuses: special = [] } = command;
  const others = statusesOf(command).map(({ status }) => String(status));
  return [
    '0',
    ...special.map(({ status, when }) => `${status} ${when}`),
    `otherwise ${orList(others.slice(1))} (see \`${appName} help exit-codes\`)`,
  ].join('; ');
}

/** Returns a description of a command's errors, such as `network_error, timeout (3) if …; write_failed (5)`. */
function errorList(errors: readonly ErrorSpec[]): string {
  const groups: { codes: string[]; status: number; when: string | undefined }[] = [];
  for (const { code, when } of errors) {
    const status = errorCodes[code].exitStatus;
    const last = groups.at(-1);
    if (last !== undefined && last.when === undefined && last.status === status) {
      last.codes.push(code);
      last.when = when;
    } else groups.push({ codes: [code], status, when });
  }
  return groups
    .map(({ codes, status, when }) =>
      [`${codes.join(', ')} (${status})`, ...(when === undefined ? [] : [when])].join(' '),
    )
    .join('; ');
}

/** Wraps text at spaces, and keeps the line feeds. Indents every line after the first by `hang`. */
export function paragraph(text: string, width: number, hang = 0): string {
  return text
    .split('\n')
    .flatMap((line, index) => {
      const first = index === 0 ? 0 : hang;
      return wrap(line, width, { first, further: hang, breaksWords: true });
    })
    .join('\n');
}

/**
 * Formats terms and their explanations in two columns, indented by two spaces. If a term is too long for its column,
 * the explanation starts on the next line.
 */
export function definitions(rows: readonly (readonly [string, string])[], width: number): string {
  const longest = Math.max(...rows.map(([term]) => term.length));
  const column = Math.min(longest, Math.floor(width / 2) - 4) + 4;
  return rows
    .map(([term, text]) => {
      const indents = { first: column, further: column, breaksWords: true };
      const lines = text.split('\n').flatMap((line) => wrap(line, width, indents));
      const head = `  ${term}`;
      if (head.length > column - 1) return [head, ...lines].join('\n');
      return head.padEnd(column) + lines.join('\n').slice(column);
    })
    .join('\n');
}
