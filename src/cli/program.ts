// Wiring only: the parser, the global options, and how a command of the list comes to run. Its module is
// imported when it is named, so that no command pays for another.
import { Command, type CommanderError } from 'commander';
import { appName, version } from '../lib/identity';
import type { Act, CommandModule } from './command';
import { commands, type Verb } from './commands';
import { Context, type GlobalOptions, type Surroundings } from './context';

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
  const program = new Command(appName)
    .description('Keys and lookups of the address and place service, from the terminal.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        if (json) shown += text;
        else world.stdout.write(text);
      },
      // Only help goes here, where a command is missing; errors are shown by whoever catches them.
      writeErr: (text) => void (json || world.stdout.write(text)),
      outputError: () => {},
      getOutHelpWidth: () => world.stdout.columns ?? 80,
    })
    .showSuggestionAfterError();
  addGlobalOptions(program);
  const act = actWith(program, world, onContext);
  const loaders = new Map<Command, () => Promise<CommandModule>>();
  const loadBeforeParsing = async (_: Command, named: Command): Promise<void> => {
    const module = await loaders.get(named)?.();
    module?.register(named, act);
  };
  const addVerb = (parent: Command, { name, summary, load }: Verb): void => {
    loaders.set(parent.command(name).summary(summary).description(summary), load);
  };
  program.hook('preSubcommand', loadBeforeParsing);
  for (const entry of commands) {
    if ('load' in entry) {
      addVerb(program, entry);
      continue;
    }
    const group = program
      .command(entry.name)
      .summary(entry.summary)
      .description(entry.summary)
      .helpCommand(false);
    group.hook('preSubcommand', loadBeforeParsing);
    // The verbs of a group that is not named need not be there.
    if (!argv.includes(entry.name)) continue;
    for (const verb of entry.verbs) addVerb(group, verb);
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

/** Whether an error of the parser only means that help or the version was asked for, and shown. */
export function wasAskedFor({ code }: CommanderError): boolean {
  return code === 'commander.helpDisplayed' || code === 'commander.version';
}

/** Whether an error of the parser means that a command is missing, so that help was shown instead. */
export function isCommandMissing({ code }: CommanderError): boolean {
  return code === 'commander.help';
}

/** Whether an error of the parser, or of `help`, means that there is no such command. */
export function isCommandUnknown({ code }: CommanderError): boolean {
  return code === 'commander.unknownCommand' || code === 'waypost.unknownTopic';
}

/**
 * What to do about a command that does not exist: where it is the verb of a group, as in `waypost whoami`,
 * the whole command. The error is the parser's, and quotes the word.
 */
export function unknownCommandHint({ message }: CommanderError): string {
  const [, word] = /'([^']*)'/.exec(message) ?? [];
  const meant = commands.flatMap((entry) =>
    'load' in entry || !entry.verbs.some(({ name }) => name === word)
      ? []
      : `\`${appName} ${entry.name} ${word}\``,
  );
  return meant.length === 0
    ? '`waypost help` lists the commands and topics.'
    : `Did you mean ${meant.join(' or ')}?`;
}

function addGlobalOptions(program: Command): void {
  program
    .option('--api-key <key>', 'API key, or - to read it from standard input')
    .option('--user-token <token>', 'management key, or - to read it from standard input')
    .option('--base-url <url>', 'service to use, with its version prefix')
    .option('--profile <name>', 'use the credentials of this profile')
    .option('--json', 'one JSON document on standard output; never ask')
    .option('--no-input', 'never ask, never open a browser')
    .option('--color <when>', 'auto, always or never')
    .option('--no-color', 'same as --color never')
    .option('--timeout <seconds>', 'longest wait for one answer (default: 30)')
    .option('--insecure-http', 'allow plain http to another machine')
    .option('--tags <a,b,c>', 'labels stored with what is billed', joined)
    .option('--debug', 'trace requests on standard error, secrets masked');
}

/** A list that is given in one go or piece by piece. */
function joined(value: string, before?: string): string {
  return before === undefined ? value : `${before},${value}`;
}

function actWith(
  program: Command,
  world: Surroundings,
  onContext: (context: Context) => void,
): Act {
  return (run) =>
    async (...parsed) => {
      const context = new Context(world, program.opts<GlobalOptions>());
      onContext(context);
      const options = parsed.at(-2);
      const positionals = parsed.slice(0, -2);
      // The parser built both from what `register` declared for this very command.
      await run(context, options as never, ...(positionals as string[]));
    };
}
