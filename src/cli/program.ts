// Wiring only: the parser that is built from the list of commands, and how a command comes to run. What it
// does is loaded when it is named, so that no command pays for another.
import { Command, type CommanderError, Option } from 'commander';
import { appName, version } from '../lib/identity';
import type { CommandGroup, CommandSpec, OptionSpec, SeriesValue } from './command';
import { commands, isGroup } from './commands';
import { loadConfiguration, noConfiguration } from './configuration';
import { Context, type Surroundings } from './context';
import { globalOptions } from './global-options';
import { commandHelp, flagsOf, helpWidth, programHelp } from './help-text';
import { unknownCommandHint } from './unknown-command';

/**
 * Parses the arguments and runs the command they name. `onContext` is told the run's context as soon as
 * there is one, for whoever has to report an error. Throws CommanderError for wrong usage and for help
 * that was shown, else what the command throws.
 */
export async function runProgram(
  argv: readonly string[],
  world: Surroundings,
  onContext: (context: Context) => void,
): Promise<void> {
  const json = argv.includes('--json');
  let shown = '';
  const width = () => helpWidth(world);
  const program = new Command(appName)
    .version(version, '-V, --version')
    .helpOption('-h, --help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ formatHelp: () => programHelp(width()) })
    .configureOutput({
      writeOut: (text) => {
        if (json) shown += text;
        else world.stdout.write(text);
      },
      // Only help goes here, where a command is missing; errors are shown by whoever catches them.
      writeErr: (text) => void (json || world.stdout.write(text)),
      outputError: () => {},
    })
    .showSuggestionAfterError();
  addOptions(program, globalOptions);
  const add = (parent: Command, path: string[], spec: CommandGroup | CommandSpec): Command =>
    parent
      .command(spec.name)
      .helpCommand(false)
      .configureHelp({ formatHelp: () => commandHelp(path, spec, width()) });
  const addVerb = (parent: Command, path: string[], spec: CommandSpec): void => {
    const command = add(parent, path, spec);
    for (const { name, required, variadic } of spec.arguments ?? []) {
      const word = variadic ? `${name}...` : name;
      command.argument(required ? `<${word}>` : `[${word}]`);
    }
    addOptions(command, spec.options ?? []);
    command.action(async (...parsed: unknown[]) => {
      const configuration = await loadConfiguration(world).catch((error: unknown) => {
        // What mends the settings must not need them.
        if (path[0] === 'settings' || path[0] === 'help') return noConfiguration;
        throw error;
      });
      const textIsData = isData(spec, (name) => command.getOptionValueSource(name) === 'cli');
      const context = new Context(world, program.opts(), configuration, textIsData);
      onContext(context);
      const { run } = await spec.load();
      const options = parsed.at(-2);
      // The parser built both from the specification of this very command.
      await run(context, options as never, ...(parsed.slice(0, -2) as never[]));
    });
  };
  for (const entry of commands) {
    if (!isGroup(entry)) addVerb(program, [entry.name], entry);
    else {
      const group = add(program, [entry.name], entry);
      // The verbs of a group that is not named need not be there.
      if (!argv.includes(entry.name)) continue;
      for (const verb of entry.commands) addVerb(group, [entry.name, verb.name], verb);
    }
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } finally {
    // Help and version come in pieces; a script gets them as one document.
    const text = shown.trimEnd();
    const name = text === version ? 'version' : 'help';
    if (text !== '') world.stdout.write(`${JSON.stringify({ [name]: text })}\n`);
  }
}

/** Whether a run prints what programs read: by what the command is for, in a format, or answers of a file. */
function isData({ textIsData = [] }: CommandSpec, isGiven: (option: string) => boolean): boolean {
  return textIsData === true || ['format', 'file', ...textIsData].some(isGiven);
}

/** Whether an error of the parser only means that help or the version was asked for, and shown. */
export function wasAskedFor({ code }: CommanderError): boolean {
  return code === 'commander.helpDisplayed' || code === 'commander.version';
}

/** Whether an error of the parser means that a command is missing, so that help was shown instead. */
export function isCommandMissing({ code }: CommanderError): boolean {
  return code === 'commander.help';
}

/** What to do about an error of the parser. */
export function usageHint({ code, message }: CommanderError): string {
  if (code !== 'commander.unknownCommand') {
    return 'Run the command with --help to see what it takes.';
  }
  const [, word = ''] = /'([^']*)'/.exec(message) ?? [];
  return unknownCommandHint(word);
}

/** Declares options as the parser has them. */
function addOptions(command: Command, options: readonly OptionSpec[]): void {
  const series = new Map<string, SeriesValue[]>();
  for (const spec of options) {
    const option = new Option(flagsOf(spec));
    if (spec.default !== undefined) option.default(spec.default);
    if (spec.conflicts !== undefined) option.conflicts([...spec.conflicts]);
    if (spec.repeatable) option.argParser<unknown>(collector(spec, series));
    if (spec.hidden) option.hideHelp();
    command.addOption(option);
  }
}

/** How the values of an option that is given more than once become one. */
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
