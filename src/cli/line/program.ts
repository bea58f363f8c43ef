// Wiring only: builds the parser from the list of commands, and runs a command. The code of a command is
// loaded when it is named, so no command waits for another.
import { Command, CommanderError, Option } from 'commander';
import { WaypostError } from '../../lib/errors';
import { appName, version } from '../../lib/identity';
import { chooseCharacters } from '../output/printable';
import { loadConfiguration, noConfiguration } from '../run/configuration';
import { Context, type GlobalOptions, type System } from '../run/context';
import type { CommandGroup, CommandSpec, OptionSpec, SeriesValue } from './command';
import { commands, findCommand, isGroup, optionsOf } from './commands';
import { globalOptions, type ShapeOptions } from './common-options';
import { flagsOf, helpFor, withHeadings } from './help-text';
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
    const { path, rest } = line;
    const unknown = rest.length > 0 && (named === undefined || isGroup(named));
    if (unknown) {
      throw await loadUsageError({ code: 'unknownCommand', message: '', path, words: rest, line });
    }
    return show('help', helpFor(path, named, system));
  }
  const program = new Command(appName)
    .version(version, '-V, --version')
    .helpOption(false)
    .helpCommand(false)
    .configureHelp({ formatHelp: () => '' })
    .configureOutput({
      writeOut: () => {},
      writeErr: () => {},
      outputError: () => {},
    })
    .showSuggestionAfterError(false);
  /** The command at which the parser failed. */
  let at: { path: string[]; command: Command } = { path: [], command: program };
  const noting = (command: Command, path: string[]) =>
    command.exitOverride((error) => {
      at = { path, command };
      throw error;
    });
  noting(program, []);
  addOptions(
    program,
    globalOptions.filter(({ name }) => optionsOf(named).every((option) => option.name !== name)),
  );
  const add = (parent: Command, path: string[], spec: CommandGroup | CommandSpec): Command =>
    noting(parent.command(spec.name).helpOption(false).helpCommand(false), path);
  const addVerb = (parent: Command, path: string[], spec: CommandSpec): void => {
    const command = add(parent, path, spec);
    for (const { name, required, variadic, text } of spec.arguments ?? []) {
      const word = variadic || text ? `${name}...` : name;
      command.argument(required ? `<${word}>` : `[${word}]`);
    }
    addOptions(command, spec.options ?? []);
    command.action(async (...parsed: unknown[]) => {
      const options = command.opts<ShapeOptions & Record<string, unknown>>();
      try {
        const words = await positionals(parsed.slice(0, -2), path, spec);
        const configuration = await loadConfiguration(system).catch((error: unknown) => {
          if (!(error instanceof WaypostError) || !withoutSettings.has(path[0])) throw error;
          return { ...noConfiguration, problem: error };
        });
        const given = { ...program.opts<GlobalOptions>() };
        const isOfRows = spec.rows !== undefined && options.file === undefined;
        if (isOfRows && options.format === 'json') given.json = true;
        // An option without its value takes the next word, which may be --json.
        if (line.json !== undefined) given.json = line.json;
        // The parser sets it where only --no-input is known.
        if (program.getOptionValueSource('input') !== 'cli') delete given.input;
        const textIsData = isData(spec, (name) => command.getOptionValueSource(name) === 'cli');
        const context = new Context(system, given, configuration, textIsData);
        onContext(context);
        await checkValues(path, spec, options, words);
        await applyShape(context, path, spec, options);
        if (context.readOnly !== undefined) {
          const { refuseEffects } = await import('./effects');
          refuseEffects(context, path, spec, options);
        }
        await context.warn(configuration.warnings ?? []);
        const run = await spec.load();
        // The parser made both from the specification of this command.
        await run(context, options as never, ...(words as never[]));
      } catch (error) {
        if (!(error instanceof WaypostError) || error.code !== 'invalid_input') throw error;
        const { asTyped, withHelp } = await import('./mistakes/values');
        throw withHelp(asTyped(error, line.own, spec), path);
      }
    });
  };
  for (const entry of commands) {
    if (!isGroup(entry)) addVerb(program, [entry.name], entry);
    else {
      const group = add(program, [entry.name], entry);
      // Only the named group needs its commands.
      if (!argv.includes(entry.name)) continue;
      for (const verb of entry.commands) addVerb(group, [entry.name, verb.name], verb);
    }
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') return show('version', `${version}\n`);
    // Help is a result; only a script that names no command has made a mistake.
    if (error.code === 'commander.help' && !line.json) {
      return show('help', helpFor(at.path, findCommand(at.path), system));
    }
    const { path, command } = at;
    const code = error.code.replace('commander.', '');
    throw await loadUsageError({ code, message: error.message, path, words: command.args, line });
  }
}

/** The positional arguments, with a text that was typed without quotes as one. */
async function positionals(
  parsed: readonly unknown[],
  path: readonly string[],
  { arguments: taken = [], options = [] }: CommandSpec,
): Promise<unknown[]> {
  const last = parsed.at(-1);
  if (!taken.at(-1)?.text || !Array.isArray(last)) return [...parsed];
  const before = parsed.slice(0, -1);
  if (last.length < 2) return [...before, last[0]];
  const { unquotedText } = await import('./mistakes/usage-error');
  return [...before, unquotedText(last, path, options)];
}

/** Commands that repair or check the settings must not depend on them. */
const withoutSettings: ReadonlySet<string | undefined> = new Set(['settings', 'doctor', 'help']);

/** Whether programs read the output of a run: by the command, the format, or --file. */
function isData({ textIsData = [] }: CommandSpec, isGiven: (option: string) => boolean): boolean {
  return textIsData === true || ['format', 'file', ...textIsData].some(isGiven);
}

async function loadUsageError(error: ParserError): Promise<WaypostError> {
  const { usageError } = await import('./mistakes/usage-error');
  return usageError(error);
}

/** Tells the output the format of the result. Throws `invalid_input` for options that cannot be combined. */
async function applyShape(
  context: Context,
  path: readonly string[],
  spec: CommandSpec,
  options: ShapeOptions,
): Promise<void> {
  const { fields, format, header, file } = options;
  const isOfBatch = spec.rows !== undefined && file !== undefined;
  const isDefault = fields === undefined && format === undefined && header !== false;
  if (spec.shapesRows || isOfBatch || isDefault) return;
  const [{ outputs }, { readShape }] = await Promise.all([
    import('../output/outputs'),
    import('../output/shape'),
  ]);
  const output = outputs[path.join(' ')] ?? {};
  context.output.shape = readShape(options, spec, output, context.output.json);
}

function addOptions(command: Command, options: readonly OptionSpec[]): void {
  const series = new Map<string, SeriesValue[]>();
  for (const spec of options) {
    const { alias } = spec;
    const flags = flagsOf({ ...spec, alias: undefined });
    const option = new Option(alias === undefined ? flags : `--${alias}, ${flags}`);
    if (spec.default !== undefined) option.default(spec.default);
    if (spec.conflicts !== undefined) option.conflicts([...spec.conflicts]);
    if (spec.repeatable) option.argParser<unknown>(collector(spec, series));
    if (spec.hidden) option.hideHelp();
    command.addOption(option);
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
  path: readonly string[],
  spec: CommandSpec,
  options: Record<string, unknown>,
  words: readonly unknown[],
): Promise<void> {
  for (const { name, choices } of spec.options ?? []) {
    const key = optionKey(name);
    const value = options[key];
    if (choices === undefined || typeof value !== 'string') continue;
    const choice = choices.find((one) => one === value.trim().toLowerCase());
    if (choice === undefined) {
      const { choiceError } = await import('./mistakes/values');
      throw choiceError(`--${name}`, value, choices, path);
    }
    options[key] = choice;
  }
  const given = words.flat().filter((word): word is string => typeof word === 'string');
  const suspicious = spec.arguments?.[0]?.name === 'key' && !/^[a-z]{2}_/.test(given[0] ?? 'ak_');
  if (suspicious || given.some((word) => /^[‐‑‒–—―−]/.test(word))) {
    const { refuseMistakenWords } = await import('./mistakes/values');
    refuseMistakenWords(given, path, spec);
  }
}
