// Wiring only: builds the parser from the list of commands, and runs a command. The code of a command is
// loaded when it is named, so no command waits for another.
import { CommanderError, Option, Command as Parser } from 'commander';
import { WaypostError } from '../../lib/errors';
import { appName, version } from '../../lib/identity';
import { chooseCharacters } from '../output/printable';
import { loadConfiguration, noConfiguration } from '../run/configuration';
import { Context, type GlobalOptions, type System } from '../run/context';
import type { Command, CommandEntry, OptionSpec, SeriesValue } from './command';
import { commands, isGroup, optionsOf } from './commands';
import { globalOptions, type ShapeOptions } from './common-options';
import { flagsOf, helpFor, placeholder, withHeadings } from './help-text';
import type { ParserError } from './mistakes/usage-error';
import { optionKey } from './option-values';
import type { TypedLine } from './typed-line';

/**
 * Parses the arguments and runs the command. `onContext` is called with the run's context as soon as there is
 * one, so that the caller can report an error. Help and the version are shown without an error. Throws
 * `invalid_input` for wrong usage, else the command's error.
 */
export async function runProgram(
  line: TypedLine,
  system: System,
  onContext: (context: Context) => void,
): Promise<void> {
  chooseCharacters(system.env);
  const { argv, entry: named } = line;
  const show = (name: string, text: string) => {
    system.stdout.write(
      line.json
        ? `${JSON.stringify({ [name]: text.trimEnd() })}\n`
        : withHeadings(text, line.color, system),
    );
  };
  // The parser would show the help of the noun for `waypost keys --help usage`.
  if (line.wantsHelp) {
    const { rest: words } = line;
    if (words.length > 0 && (named === undefined || isGroup(named))) {
      const code = 'unknownCommand';
      throw await loadUsageError({ code, message: '', entry: named, words, line });
    }
    return show('help', helpFor(named, system));
  }
  const program = new Parser(appName)
    .version(version, '-V, --version')
    .helpOption(false)
    .helpCommand(false)
    .configureHelp({ formatHelp: () => '' })
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} })
    .showSuggestionAfterError(false);
  /** Where the parser failed. */
  let failed: { entry: CommandEntry | undefined; parser: Parser } = {
    entry: undefined,
    parser: program,
  };
  const noteFailure = (parser: Parser, entry: CommandEntry | undefined) =>
    parser.exitOverride((error) => {
      failed = { entry, parser };
      throw error;
    });
  noteFailure(program, undefined);
  addOptions(
    program,
    globalOptions.filter(({ name }) => optionsOf(named).every((option) => option.name !== name)),
  );
  const add = (parent: Parser, entry: CommandEntry): Parser =>
    noteFailure(parent.command(entry.name).helpOption(false).helpCommand(false), entry);
  const addCommand = (parent: Parser, command: Command): void => {
    const parser = add(parent, command);
    for (const argument of command.arguments ?? []) {
      parser.argument(placeholder(argument.text ? { ...argument, variadic: true } : argument));
    }
    addOptions(parser, command.options ?? []);
    parser.action(async (...parsed: unknown[]) => {
      const options = parser.opts<ShapeOptions & Record<string, unknown>>();
      try {
        const words = await positionals(parsed.slice(0, -2), command, line);
        const configuration = await loadConfiguration(system).catch((error: unknown) => {
          if (!(error instanceof WaypostError) || !withoutSettings.has(command.path[0]))
            throw error;
          return { ...noConfiguration, problem: error };
        });
        const given = { ...program.opts<GlobalOptions>() };
        const isOfRows = command.rows !== undefined && options.file === undefined;
        if (isOfRows && options.format === 'json') given.json = true;
        // An option without its value takes the next word, which may be --json.
        if (line.json !== undefined) given.json = line.json;
        // The parser sets it where only --no-input is known.
        if (program.getOptionValueSource('input') !== 'cli') delete given.input;
        // Programs read the output: by the command, the format, or --file.
        const { textIsData = [] } = command;
        const isGiven = (name: string) => parser.getOptionValueSource(name) === 'cli';
        const isData = textIsData === true || ['format', 'file', ...textIsData].some(isGiven);
        const context = new Context(system, given, configuration, isData);
        onContext(context);
        await checkValues(command, options, words, line);
        await applyShape(context, command, options);
        if (context.readOnly !== undefined) {
          const { refuseEffects } = await import('./effects');
          refuseEffects(context, command, options);
        }
        await context.warn(configuration.warnings ?? []);
        const run = await command.load();
        // The parser made both from the specification of this command.
        await run(context, options as never, ...(words as never[]));
      } catch (error) {
        if (!(error instanceof WaypostError) || error.code !== 'invalid_input') throw error;
        const { asTyped, withHelp } = await import('./mistakes/values');
        throw withHelp(asTyped(error, line.own, command), command);
      }
    });
  };
  for (const entry of commands) {
    if (!isGroup(entry)) addCommand(program, entry);
    else {
      const group = add(program, entry);
      // Only the named group needs its commands.
      if (!argv.includes(entry.name)) continue;
      for (const command of entry.commands) addCommand(group, command);
    }
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') return show('version', `${version}\n`);
    // Help is a result; only a script that names no command has made a mistake.
    const { entry, parser } = failed;
    if (error.code === 'commander.help' && !line.json) return show('help', helpFor(entry, system));
    const code = error.code.replace('commander.', '');
    throw await loadUsageError({ code, message: error.message, entry, words: parser.args, line });
  }
}

/** The positional arguments, with a text that was typed without quotes as one. */
async function positionals(
  parsed: readonly unknown[],
  command: Command,
  line: TypedLine,
): Promise<unknown[]> {
  const last = parsed.at(-1);
  if (!command.arguments?.at(-1)?.text || !Array.isArray(last)) return [...parsed];
  const before = parsed.slice(0, -1);
  if (last.length < 2) return [...before, last[0]];
  const { unquotedText } = await import('./mistakes/usage-error');
  return [...before, unquotedText(last, command, line)];
}

/** Commands that repair or check the settings must not depend on them. */
const withoutSettings: ReadonlySet<string | undefined> = new Set(['settings', 'doctor', 'help']);

async function loadUsageError(error: ParserError): Promise<WaypostError> {
  const { usageError } = await import('./mistakes/usage-error');
  return usageError(error);
}

/** Tells the output the format of the result. Throws `invalid_input` for options that cannot be combined. */
async function applyShape(
  { output }: Context,
  command: Command,
  options: ShapeOptions,
): Promise<void> {
  const { fields, format, header, file } = options;
  const isOfBatch = command.rows !== undefined && file !== undefined;
  const isDefault = fields === undefined && format === undefined && header !== false;
  if (command.shapesRows || isOfBatch || isDefault) return;
  const [{ outputs }, { formWith, readShape }] = await Promise.all([
    import('../output/outputs'),
    import('../output/shape'),
  ]);
  const schema = outputs[command.path.join(' ')] ?? {};
  const { rows, rowsWith = {} } = command;
  const given = Object.keys(rowsWith).find((name) => name in options);
  output.shape =
    given === undefined
      ? readShape(options, { rows }, schema, output.json)
      : readShape(options, { rows: rowsWith[given] }, formWith(schema, given), output.json);
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

/** How the values of a repeated option are combined. */
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

/**
 * Puts values of options with `choices` in lower case, and throws `invalid_input` for others, and for words that were
 * meant for an option, such as the key `help`.
 */
async function checkValues(
  command: Command,
  options: Record<string, unknown>,
  words: readonly unknown[],
  line: TypedLine,
): Promise<void> {
  for (const { name, choices } of command.options ?? []) {
    const key = optionKey(name);
    const value = options[key];
    if (choices === undefined || typeof value !== 'string') continue;
    const choice = choices.find((one) => one === value.trim().toLowerCase());
    if (choice === undefined) {
      const { choiceError } = await import('./mistakes/values');
      throw choiceError(`--${name}`, value, choices, command);
    }
    options[key] = choice;
  }
  const given = words.flat().filter((word): word is string => typeof word === 'string');
  const suspicious =
    command.arguments?.[0]?.name === 'key' && !/^[a-z]{2}_/.test(given[0] ?? 'ak_');
  if (suspicious || given.some((word) => /^[‐‑‒–—―−]/.test(word))) {
    const { refuseMistakenWords } = await import('./mistakes/values');
    refuseMistakenWords(given, command, line);
  }
}
