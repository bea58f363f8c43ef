// A command as data: its name, options, output and errors. The parser, help and the reference read this data. The code
// of the command is loaded only when the command runs.
import type { OperationName } from '../../api/operations';
import type { ErrorCode } from '../../lib/error-codes';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import type { Dependencies } from '../run/dependencies';

/**
 * The code of a command. It receives the dependencies that it uses by name, its options with their names in camel case,
 * and one value for each argument. The value is undefined if the user omitted the argument, and a list if the argument
 * takes several words. The function returns an exit code if a run with a result can end with a code other than 0.
 */
type Action = (
  dependencies: Dependencies,
  options: never,
  ...positionals: never[]
) => Promise<number> | Promise<void>;

/** Values that a shell completes, in addition to `choices` and file names. */
export type CompletionKind =
  | 'column'
  | 'command'
  | 'config'
  | 'context'
  | 'country'
  | 'country-2'
  | 'dataset'
  | 'date'
  | 'length'
  | 'licensee'
  | 'profile'
  | 'program'
  | 'setting-value'
  | 'tag'
  | 'topic';

export interface ArgumentSpec {
  name: string;
  description: string;
  required?: true;
  /** True if the argument takes all following words. */
  variadic?: true;
  /** True if the value is a text that can have several words, which a shell requires in quotes. */
  text?: true;
  /** All allowed values. The command itself rejects other values. */
  choices?: readonly string[];
  /**
   * Values that a shell suggests although other values are also allowed. A value that ends with `=` can be continued.
   */
  suggestions?: readonly string[];
  /** How a shell completes the value. A name such as `file` or `directory` also selects a completion. */
  completion?: CompletionKind;
}

/**
 * Returns an argument from the notation in help: `<name>`, `[name]` if it is optional, or `<name...>` for all following
 * words.
 */
export function argument(
  notation: string,
  description: string,
  more: Omit<ArgumentSpec, 'name' | 'description'> = {},
): ArgumentSpec {
  const [, bracket, name = '', dots] = /^([<[])(.+?)(\.\.\.)?[>\]]$/.exec(notation) ?? [];
  return {
    name,
    description,
    ...more,
    ...(bracket === '<' ? { required: true } : {}),
    ...(dots === undefined ? {} : { variadic: true }),
  };
}

export interface OptionSpec {
  /** The long name without dashes, such as `api-key`. A name such as `no-header` turns something off. */
  name: string;
  /** The single-letter name without its dash. */
  short?: string;
  /** Another long name without dashes. Help shows this name. */
  alias?: string | undefined;
  /** The name of the option's value, such as `file`. A switch has no value. */
  value?: string;
  description: string;
  default?: string;
  /**
   * All allowed values, in lower case. Before the command runs, waypost converts a typed value to lower case and
   * rejects any other value.
   */
  choices?: readonly string[];
  /** How a shell completes the value. A value name such as `file` or `directory` also selects a completion. */
  completion?: CompletionKind;
  /** Values that a shell suggests although other values are also allowed. */
  suggestions?: readonly string[];
  /** True if the user can repeat the option. The value is then a list. */
  repeatable?: true;
  /** For a repeatable option: the separator with which the values are joined to one text. */
  separator?: string;
  /**
   * For a repeatable option: the name of a series. Options of the same series share one list of `{ option, text }`, in
   * the order in which the user typed them.
   */
  series?: string;
  /** True if help does not show the option, because only waypost itself uses it. */
  hidden?: true;
  /** The names of options that cannot be combined with this option. */
  conflicts?: readonly string[];
}

/** Returns an option from the notation in help, such as `-o, --output <file>`. */
export function option(
  flags: string,
  description: string,
  more: Omit<OptionSpec, 'name' | 'short' | 'value' | 'description'> = {},
): OptionSpec {
  const [, short, name = '', value] = /^(?:-(\w), )?--([\w-]+)(?: <(.+)>)?$/.exec(flags) ?? [];
  return {
    name,
    description,
    ...more,
    ...(short === undefined ? {} : { short }),
    ...(value === undefined ? {} : { value }),
  };
}

/** The value of an option that belongs to a series. */
export interface SeriesValue {
  option: string;
  text: string;
}

/** A command for the user to type, with an optional note. */
interface Example {
  command: string;
  note?: string;
}

/** A section of the help, such as `Output`. */
interface HelpSection {
  title: string;
  text: string;
}

/** Returns a command as the user types it, such as `waypost keys usage`. */
export function commandLine(path: readonly string[]): string {
  return [appName, ...path].join(' ');
}

/**
 * An error code, and when the error occurs. An entry without `when` shares the `when` of the next entry with the same
 * exit code.
 */
export interface ErrorSpec {
  code: ErrorCode;
  when?: string;
}

export interface CommandSpec {
  name: string;
  /** The text for the list of commands: a few words without a period. */
  summary: string;
  /** The text for the command's own help: a sentence or two. */
  description: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  examples?: readonly (string | Example)[];
  /** More details. Each item is a paragraph. */
  details?: readonly string[];
  /** A description of what the command prints with --json. */
  json?: string;
  /** Descriptions of other output. */
  output?: readonly HelpSection[];
  /**
   * The path of the rows in the output with --json, such as `configs`. Empty if the output is a list or a single row. A
   * command with rows accepts --format.
   */
  rows?: string;
  /**
   * The path of the rows if an option with this name is set. The output schema for that option has the title `with
   * --<name>`.
   */
  rowsWith?: Readonly<Record<string, string>>;
  /** True if the command implements --fields, --format and --header itself, because it writes rows as they arrive. */
  shapesRows?: true;
  /** True if the output is that of another program, so that --fields and --format do not apply. */
  passesOutput?: true;
  /**
   * True if the command sends requests to the service, and can therefore fail with every error of a request. The value
   * shows whether it uses the active credentials or those that it will store; see `errorsOf`.
   */
  asks?: boolean | 'without_login';
  /**
   * The operations that the command calls in a script, in addition to the operations that name this command. The value
   * is `any` if the user chooses the operation.
   */
  alsoCalls?: readonly OperationName[] | 'any';
  /** True if the command writes files although none of its errors or options shows this. */
  writesFiles?: true;
  /** True if the command runs a browser or programs that the user named. */
  runsPrograms?: true;
  /** The exit codes other than 0 of runs without an error. */
  exitStatuses?: readonly { status: number; when: string }[];
  errors?: readonly ErrorSpec[];
  /**
   * Set if programs read the output even without --json, so that the setting `output` does not change it. True means
   * always; a list contains the options with which this is the case.
   */
  textIsData?: true | readonly string[];
  /** Loads the module with the command's code, and returns the function that runs the command. */
  load: () => Promise<Action>;
}

export function examplesOf({ examples = [] }: CommandSpec): Example[] {
  return examples.map((one) => (typeof one === 'string' ? { command: one } : one));
}

/** Returns the sections of the help that describe the command's output. */
export function outputSections({ json, output = [] }: CommandSpec): HelpSection[] {
  return [...(json === undefined ? [] : [{ title: 'Output (--json)', text: json }]), ...output];
}

/** Marks commands as commands that send requests to the service, unless they already define `asks`. */
export function asking(commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.map((command) => ({ asks: true, ...command }));
}

/** A group of commands about the same kind of object. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly CommandSpec[];
  /** The command to run if a program follows the group, such as `run` in `waypost proxy ls`. */
  wrapper?: string;
  /** The command to run if one of these words follows the group, such as `print` in `waypost completion bash`. */
  shorthand?: { command: string; words: readonly string[] };
  /** Returns the base URLs of the services that the group runs on this machine, for a login without a base URL. */
  loadServices?: () => Promise<{ services: (host: Host) => Promise<string[]> }>;
}

/** A command in the list of all commands, with the words that name it, such as `['keys', 'usage']`. */
export interface Command extends CommandSpec {
  path: readonly string[];
}

/** A group in the list of all commands. */
export interface Group extends CommandGroup {
  path: readonly string[];
  commands: readonly Command[];
}

/** An entry in the list of all commands: a command or a group. */
export type CommandEntry = Command | Group;
