// A command as data: its name, options, output and errors. The parser, help and the reference read this data. waypost
// loads a command's code only when the command runs.
import type { OperationName } from '../../api/operations';
import type { ErrorCode } from '../../lib/error-codes';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import type { Dependencies } from '../run/dependencies';

/**
 * The function that runs a command. The parameters are an object with the dependencies, an object with the options by
 * their names in camel case, and one value for each argument. An argument's value is undefined if the user omitted the
 * argument, and a list if the argument accepts several words. The function returns an exit code only if a run without
 * an error can end with an exit code other than 0.
 */
type Action = (
  dependencies: Dependencies,
  options: never,
  ...positionals: never[]
) => Promise<number> | Promise<void>;

/** The kinds of values that a shell completes, in addition to `choices` and file names. */
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
  /** True if the argument accepts all remaining words. */
  variadic?: true;
  /** True if the value is a text with several words. A user can forget the quotes around the text. */
  text?: true;
  /** All allowed values. The command itself rejects other values. */
  choices?: readonly string[];
  /**
   * Values that a shell suggests, although other values are also allowed. After a value that ends with `=`, the user
   * can continue to type.
   */
  suggestions?: readonly string[];
  /**
   * The kind of values that a shell completes. An argument name such as `file` or `directory` also selects a
   * completion.
   */
  completion?: CompletionKind;
}

/**
 * Returns an argument from the notation in help: `<name>`, `[name]` if the argument is optional, or `<name...>` for all
 * remaining words.
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
  /**
   * The long name without dashes, such as `api-key`. A name that begins with `no-`, such as `no-header`, disables a
   * feature.
   */
  name: string;
  /** The single-letter name without its dash. */
  short?: string;
  /** Another long name without dashes. Help shows this name instead of `name`. */
  alias?: string | undefined;
  /** The name of the option's value, such as `file`. Undefined for a switch, which has no value. */
  value?: string;
  description: string;
  default?: string;
  /**
   * All allowed values, in lower case. Before the command runs, waypost converts a typed value to lower case and
   * rejects any other value.
   */
  choices?: readonly string[];
  /**
   * The kind of values that a shell completes. A value name such as `file` or `directory` also selects a completion.
   */
  completion?: CompletionKind;
  /** Values that a shell suggests, although other values are also allowed. */
  suggestions?: readonly string[];
  /** True if the user can repeat the option. The option's value is then a list. */
  repeatable?: true;
  /** The separator that joins the values of a repeatable option into one text. */
  separator?: string;
  /**
   * The name of the series that a repeatable option belongs to. Options of the same series share one list of `{ option,
   * text }`, in the order in which the user typed them.
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

/** The value of an option in a series. */
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
 * An error code, and the condition for the error. An entry without `when` has the same condition as the next entry with
 * the same exit code.
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
  /** Descriptions of other output, with a title for each. */
  output?: readonly HelpSection[];
  /**
   * The path of the rows in the --json output, such as `configs`. The path is empty if the output itself is a list or a
   * single row. A command with rows accepts --format.
   */
  rows?: string;
  /**
   * The path of the rows if an option is set, by option name. The output schema for this option has the title `with
   * --<name>`.
   */
  rowsWith?: Readonly<Record<string, string>>;
  /** True if the command implements --fields, --format and --header itself, because it writes rows as they arrive. */
  shapesRows?: true;
  /** True if another program writes the output, so that --fields and --format do not apply. */
  passesOutput?: true;
  /**
   * True if the command sends requests to the service with the credentials in use, and can therefore fail with the
   * errors of requests and credentials. `without_login` if the command sends requests without these credentials.
   */
  asks?: boolean | 'without_login';
  /**
   * The operations that the command calls in a script, in addition to the operations whose `command` is this command.
   * `any` if the user chooses the operation.
   */
  alsoCalls?: readonly OperationName[] | 'any';
  /** True if the command writes files, but its errors and options do not show this. */
  writesFiles?: true;
  /** True if the command opens a browser, or runs a program that the user chooses. */
  runsPrograms?: true;
  /** The exit codes other than 0 with which a run can end without an error. */
  exitStatuses?: readonly { status: number; when: string }[];
  errors?: readonly ErrorSpec[];
  /**
   * True if programs read the output even without --json, so that the `output` setting has no effect. If only some
   * options have this effect, the value is the list of these options.
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

/** Returns the commands with `asks: true`, unless a command already defines `asks`. */
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
  /**
   * Loads the function that returns the base URLs of the group's services on this machine. `auth login` offers these
   * base URLs.
   */
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
