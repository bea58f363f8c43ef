// Wiring only: which commands there are, and where each is found. A command's module is imported when
// that command is named, so that no command pays for another.
import { Command, type CommanderError } from 'commander';
import type { Act, CommandModule } from './commands/command';
import { Context, type GlobalOptions, type Surroundings } from './commands/context';
import { appName, version } from './contract/identity';

interface Verb {
  name: string;
  summary: string;
  load: () => Promise<CommandModule>;
}

interface Group {
  name: string;
  summary: string;
  verbs: Verb[];
}

const commands: (Group | Verb)[] = [
  {
    name: 'signup',
    summary: 'Open an account in the browser and store its keys',
    load: () => import('./commands/signup'),
  },
  {
    name: 'auth',
    summary: 'Log in, log out, and see which credentials are in use',
    verbs: [
      {
        name: 'login',
        summary: 'Verify an API key and store it',
        load: () => import('./commands/auth/login'),
      },
      {
        name: 'logout',
        summary: 'Remove the stored credentials',
        load: () => import('./commands/auth/logout'),
      },
      {
        name: 'whoami',
        summary: 'Show where each credential comes from and whether the API key works',
        load: () => import('./commands/auth/whoami'),
      },
      {
        name: 'token',
        summary: 'Print the API key or the management key',
        load: () => import('./commands/auth/token'),
      },
    ],
  },
  {
    name: 'keys',
    summary: 'Show and change API keys, and the lookups they consumed',
    verbs: [
      {
        name: 'show',
        summary: 'Show whether a key can be used now',
        load: () => import('./commands/keys/show'),
      },
      {
        name: 'details',
        summary: 'Show what is left on a key, its limits and settings',
        load: () => import('./commands/keys/details'),
      },
      {
        name: 'update',
        summary: 'Change settings of a key',
        load: () => import('./commands/keys/update'),
      },
      {
        name: 'usage',
        summary: 'Show the lookups a key consumed, day by day',
        load: () => import('./commands/keys/usage'),
      },
    ],
  },
  {
    name: 'lookups',
    summary: 'Export the log of lookups',
    verbs: [
      {
        name: 'export',
        summary: 'Write the lookup log as CSV, NDJSON, JSON or Parquet',
        load: () => import('./commands/lookups/export'),
      },
    ],
  },
  {
    name: 'licensees',
    summary: 'Manage the licensees of a key for sublicensing',
    verbs: [
      {
        name: 'list',
        summary: 'List licensees, oldest first',
        load: () => import('./commands/licensees/list'),
      },
      {
        name: 'create',
        summary: 'Create a licensee, and show its key',
        load: () => import('./commands/licensees/create'),
      },
      {
        name: 'get',
        summary: 'Show a licensee with its key',
        load: () => import('./commands/licensees/get'),
      },
      {
        name: 'update',
        summary: 'Change a licensee',
        load: () => import('./commands/licensees/update'),
      },
      {
        name: 'delete',
        summary: 'Cancel a licensee; its key stops',
        load: () => import('./commands/licensees/delete'),
      },
      {
        name: 'regenerate-key',
        summary: 'Give a licensee a new key; the old one stops',
        load: () => import('./commands/licensees/regenerate-key'),
      },
    ],
  },
  {
    name: 'configs',
    summary: 'Manage the configs of a key, by hand or as files',
    verbs: [
      {
        name: 'list',
        summary: 'List configs, oldest first',
        load: () => import('./commands/configs/list'),
      },
      {
        name: 'get',
        summary: 'Show a config with its payload',
        load: () => import('./commands/configs/get'),
      },
      {
        name: 'create',
        summary: 'Create a config',
        load: () => import('./commands/configs/create'),
      },
      {
        name: 'update',
        summary: "Replace a config's payload",
        load: () => import('./commands/configs/update'),
      },
      {
        name: 'delete',
        summary: 'Delete a config',
        load: () => import('./commands/configs/delete'),
      },
      {
        name: 'pull',
        summary: 'Write the payloads as files into a directory',
        load: () => import('./commands/configs/pull'),
      },
      {
        name: 'push',
        summary: 'Make the configs what the files of a directory hold',
        load: () => import('./commands/configs/push'),
      },
      {
        name: 'diff',
        summary: 'Show what push would change',
        load: () => import('./commands/configs/diff'),
      },
    ],
  },
  {
    name: 'places',
    summary: 'Search places, and resolve them',
    verbs: [
      {
        name: 'search',
        summary: 'Search places by name; costs nothing',
        load: () => import('./commands/places/search'),
      },
      {
        name: 'resolve',
        summary: 'Show a place with its coordinates; costs a lookup',
        load: () => import('./commands/places/resolve'),
      },
    ],
  },
  {
    name: 'addresses',
    summary: 'Complete, resolve, verify and cleanse addresses',
    verbs: [
      {
        name: 'autocomplete',
        summary: 'Suggest addresses for what is typed; costs nothing',
        load: () => import('./commands/addresses/autocomplete'),
      },
      {
        name: 'resolve',
        summary: 'Show the address of a suggestion; costs a lookup',
        load: () => import('./commands/addresses/resolve'),
      },
      {
        name: 'verify',
        summary: 'Check whether an address exists; a match costs a lookup',
        load: () => import('./commands/addresses/verify'),
      },
      {
        name: 'cleanse',
        summary: 'Find the address a text means; a match costs a lookup',
        load: () => import('./commands/addresses/cleanse'),
      },
      {
        name: 'near',
        summary: 'List the addresses at a point; costs a lookup where there are any',
        load: () => import('./commands/addresses/near'),
      },
    ],
  },
  {
    name: 'emails',
    summary: 'Validate e-mail addresses',
    verbs: [
      {
        name: 'validate',
        summary: 'Check whether mail arrives at an address; costs a lookup',
        load: () => import('./commands/emails/validate'),
      },
    ],
  },
  {
    name: 'phones',
    summary: 'Validate phone numbers',
    verbs: [
      {
        name: 'validate',
        summary: 'Check whether a phone number is one; costs a lookup',
        load: () => import('./commands/phones/validate'),
      },
    ],
  },
  {
    name: 'api',
    summary: 'Make any request of the service',
    load: () => import('./commands/api'),
  },
  {
    name: 'sandbox',
    summary: 'Run the service on this machine',
    verbs: [
      {
        name: 'start',
        summary: 'Start the service, in the foreground or detached',
        load: () => import('./commands/sandbox/start'),
      },
      {
        name: 'stop',
        summary: 'Stop it',
        load: () => import('./commands/sandbox/stop'),
      },
      {
        name: 'status',
        summary: 'Show whether it runs, and where',
        load: () => import('./commands/sandbox/status'),
      },
      {
        name: 'reset',
        summary: 'Forget every account, key and setting',
        load: () => import('./commands/sandbox/reset'),
      },
      {
        name: 'url',
        summary: 'Print its base URL',
        load: () => import('./commands/sandbox/url'),
      },
    ],
  },
  {
    name: 'help',
    summary: 'Explain a command or a topic: exit-codes, environment, batch',
    load: () => import('./commands/help'),
  },
];

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
    .option('--tags <a,b,c>', 'labels stored with what is billed')
    .option('--debug', 'trace requests on standard error, secrets masked');
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
