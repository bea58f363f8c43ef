// Parses a command line. The parser does not run the command, read settings or files, or contact the service.
import { CommanderError, Option, Command as Parser } from 'commander';
import { WaypostError } from '../../lib/errors';
import { appName, version } from '../../lib/identity';
import type { ShapeOptions } from '../output/result-shape';
import type { Command, CommandEntry, OptionSpec, SeriesValue } from './command';
import { commands, isGroup, optionsOf } from './commands';
import { globalOptions } from './common-options';
import { flagsOf, placeholder } from './help-text';
import type { ParserError } from './mistakes/usage-error';
import type { GlobalOptions } from './option-values';
import type { TypedLine } from './typed-line';

/** A command with its options and arguments. */
export interface ParsedCommand {
  kind: 'command';
  command: Command;
  /** The values of the command's options, by their names in camel case. */
  options: ShapeOptions & Record<string, unknown>;
  /**
   * The camel-case names of the options that the user typed. All other options in `options` have their default values.
   */
  typedOptions: ReadonlySet<string>;
  globalOptions: GlobalOptions;
  /**
   * A value for each argument: undefined if the user omitted the argument, and a list if the argument accepts several
   * words.
   */
  words: readonly unknown[];
}

export type Parsed =
  | ParsedCommand
  /** Help for a command or group, or for waypost itself if `entry` is undefined. */
  | { kind: 'help'; entry: CommandEntry | undefined }
  | { kind: 'version' };

/** Parses a command line. Throws `invalid_input` with a suggestion if the line contains a mistake. */
export async function parse(line: TypedLine): Promise<Parsed> {
  if (line.wantsHelp) return await parseHelp(line);
  const parsers = new Parsers(line);
  try {
    parsers.program.parse([...line.argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') return { kind: 'version' };
    const { entry, parser } = parsers.failed;
    // If the line contains neither a command nor --json, waypost prints help. If the line contains --json but no
    // command, waypost reports an error, because a script probably omitted the command.
    if (error.code === 'commander.help' && !line.json) return { kind: 'help', entry };
    throw await loadUsageError({
      code: error.code.replace('commander.', ''),
      message: error.message,
      entry,
      words: parser.args,
      line,
    });
  }
  const { found } = parsers;
  if (found === undefined) throw new Error('The parser found neither a command nor an error.');
  return {
    kind: 'command',
    command: found.command,
    options: found.parser.opts(),
    typedOptions: typedOptions(found.parser),
    globalOptions: globalOptionsOf(parsers.program, found, line),
    words: await explained(found.command, line, () => argumentValues(found, line)),
  };
}

/**
 * Parses a line that requests help, without the parsing library. For `waypost keys --help usage`, the library would
 * show the group's help instead of the command's help.
 */
async function parseHelp(line: TypedLine): Promise<Parsed> {
  const { entry, rest: words } = line;
  if (words.length > 0 && (entry === undefined || isGroup(entry))) {
    throw await loadUsageError({ code: 'unknownCommand', message: '', entry, words, line });
  }
  return { kind: 'help', entry };
}

/** The command in a line, and the values that the parser read. */
interface FoundCommand {
  command: Command;
  parser: Parser;
  /** The values of the arguments, as the parser returns them. */
  values: readonly unknown[];
}

/** The parser for waypost, and the parsers for all commands that might be in the line. */
class Parsers {
  readonly program: Parser;
  found: FoundCommand | undefined;
  /** The parser that failed, and its command or group. */
  failed: { entry: CommandEntry | undefined; parser: Parser };

  constructor({ argv, entry: named }: TypedLine) {
    this.program = new Parser(appName)
      .version(version, '-V, --version')
      .helpOption(false)
      .helpCommand(false)
      .configureHelp({ formatHelp: () => '' })
      .configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} })
      .showSuggestionAfterError(false);
    this.failed = { entry: undefined, parser: this.program };
    this.#noteFailure(this.program, undefined);
    const own = optionsOf(named);
    const others = globalOptions.filter(({ name }) => own.every((option) => option.name !== name));
    addOptions(this.program, others);
    for (const entry of commands) {
      if (!isGroup(entry)) {
        this.#addCommand(this.program, entry);
        continue;
      }
      const group = this.#add(this.program, entry);
      // If the line does not contain the group's name, the parser does not need the group's commands.
      if (!argv.includes(entry.name)) continue;
      for (const command of entry.commands) this.#addCommand(group, command);
    }
  }

  #add(parent: Parser, entry: CommandEntry): Parser {
    const parser = parent.command(entry.name).helpOption(false).helpCommand(false);
    this.#noteFailure(parser, entry);
    return parser;
  }

  #addCommand(parent: Parser, command: Command): void {
    const parser = this.#add(parent, command);
    for (const argument of command.arguments ?? []) {
      parser.argument(placeholder(argument.text ? { ...argument, variadic: true } : argument));
    }
    addOptions(parser, command.options ?? []);
    // The parser passes a value for each argument, then the options, then itself.
    parser.action((...passed: unknown[]) => {
      this.found = { command, parser, values: passed.slice(0, -2) };
    });
  }

  #noteFailure(parser: Parser, entry: CommandEntry | undefined): void {
    parser.exitOverride((error) => {
      this.failed = { entry, parser };
      throw error;
    });
  }
}

function addOptions(parser: Parser, options: readonly OptionSpec[]): void {
  const series = new Map<string, SeriesValue[]>();
  for (const spec of options) {
    const { alias } = spec;
    const flags = flagsOf({ ...spec, alias: undefined });
    const option = new Option(alias === undefined ? flags : `--${alias}, ${flags}`);
    if (spec.default !== undefined) option.default(spec.default);
    if (spec.conflicts !== undefined) option.conflicts([...spec.conflicts]);
    if (spec.repeatable) option.argParser<unknown>(collector(spec, series));
    if (spec.hidden) option.hideHelp();
    parser.addOption(option);
  }
}

/** Returns a function that combines the values of a repeated option. */
function collector(
  { name, separator, series }: OptionSpec,
  lists: Map<string, SeriesValue[]>,
): (text: string, before: unknown) => unknown {
  if (series !== undefined) {
    const list = lists.get(series) ?? [];
    lists.set(series, list);
    return (text) => {
      list.push({ option: name, text });
      return list;
    };
  }
  if (separator !== undefined) {
    return (text, before) => (typeof before === 'string' ? `${before}${separator}${text}` : text);
  }
  return (text, before) => [...(Array.isArray(before) ? before : []), text];
}

function typedOptions(parser: Parser): ReadonlySet<string> {
  const names = Object.keys(parser.opts());
  return new Set(names.filter((name) => parser.getOptionValueSource(name) === 'cli'));
}

function globalOptionsOf(program: Parser, found: FoundCommand, line: TypedLine): GlobalOptions {
  const given = { ...program.opts<GlobalOptions>() };
  const { file, format } = found.parser.opts<ShapeOptions>();
  const isOfRows = found.command.rows !== undefined && file === undefined;
  if (isOfRows && format === 'json') given.json = true;
  // `line.json` takes precedence over the parser's value. If the user omits an option's value, the parser uses the next
  // word as the value, even if that word is --json.
  if (line.json !== undefined) given.json = line.json;
  // If the command has its own --input option, only --no-input remains as a global option, and the parser then sets
  // `input` to true by default. This code removes the default.
  if (program.getOptionValueSource('input') !== 'cli') delete given.input;
  return given;
}

/** Returns the values of the arguments. Joins the words of a value that the user typed without quotes. */
async function argumentValues(found: FoundCommand, line: TypedLine): Promise<unknown[]> {
  const { command, values } = found;
  const last = values.at(-1);
  if (!command.arguments?.at(-1)?.text || !Array.isArray(last)) return [...values];
  const before = values.slice(0, -1);
  if (last.length < 2) return [...before, last[0]];
  const { unquotedText } = await import('./mistakes/usage-error');
  return [...before, unquotedText(last, command, line)];
}

/**
 * Returns the result of `work`. If `work` throws `invalid_input`, adds a reference to the command's help to the error,
 * and names the options as the user typed them.
 */
export async function explained<T>(
  command: Command,
  line: TypedLine,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError) || error.code !== 'invalid_input') throw error;
    const { asTyped, withHelp } = await import('./mistakes/values');
    throw withHelp(asTyped(error, line.own, command), command);
  }
}

async function loadUsageError(error: ParserError): Promise<WaypostError> {
  const { usageError } = await import('./mistakes/usage-error');
  return usageError(error);
}
