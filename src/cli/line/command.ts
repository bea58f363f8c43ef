// The types that describe a command as data: the command's name, options, output and errors. The parser, the help and
// the reference documentation use this data. waypost loads a command's code only when the command runs.
import type { OperationName } from '../../api/operations';
import type { ErrorCode } from '../../lib/error-codes';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import type { Dependencies } from '../run/dependencies';

/**
 * The function that runs a command. The parameters are an object with the dependencies, an object that maps the
 * options' camel-case names to values, and one value for each argument. An argument's value is undefined if the user
 * omitted the argument, and a list if the argument accepts several words. The function returns an exit code if the
 * command can end with an exit code other than 0 although no error occurred.
 */
type Action = (
  dependencies: Dependencies,
  options: never,
  ...positionals: never[]
) => Promise<number> | Promise<void>;

/** The kinds of values that shell completion suggests, in addition to `choices` and file names. */
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
  /**
   * True if the value usually consists of several words, such as an address. If the user omits the quotes around
   * the value, waypost joins the words.
   */
  text?: true;
  /** All allowed values. The command's own code, and not the parser, rejects other values. */
  choices?: readonly string[];
  /**
   * Values that a shell suggests, although other values are also allowed. After a suggestion that ends with `=`, the
   * shell does not add a space, so that the user can continue to type.
   */
  suggestions?: readonly string[];
  /**
   * The kind of values that shell completion suggests. If the argument's name is `file` or `directory`, shell
   * completion suggests paths.
   */
  completion?: CompletionKind;
}

/**
 * Parses the notation that help uses for an argument: `<name>`, `[name]` for an optional argument, or `<name...>` for
 * an argument that accepts all remaining words.
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
   * The long name without dashes, such as `api-key`. An option whose name begins with `no-`, such as `no-header`,
   * disables a feature.
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
   * All allowed values, in lowercase. Before the command runs, waypost converts the typed value to lowercase, and
   * rejects a value that is not in this list.
   */
  choices?: readonly string[];
  /**
   * The kind of values that shell completion suggests. If the name of the option's value is `file` or `directory`,
   * shell completion suggests paths.
   */
  completion?: CompletionKind;
  /** Values that a shell suggests, although other values are also allowed. */
  suggestions?: readonly string[];
  /** True if the user can repeat the option. The option's value is then a list, or a string if `separator` is set. */
  repeatable?: true;
  /** The separator that joins the values of a repeatable option into one string. */
  separator?: string;
  /**
   * The name of the series that a repeatable option belongs to. Options of the same series share one list of
   * `SeriesValue` objects, in the order in which the user typed the options.
   */
  series?: string;
  /** True if help does not show the option, because only waypost itself uses it. */
  hidden?: true;
  /** The names of options that cannot be combined with this option. */
  conflicts?: readonly string[];
}

/** Parses the notation that help uses for an option, such as `-o, --output <file>`. */
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
export interface HelpSection {
  title: string;
  text: string;
}

/** Returns a command as the user types it, such as `waypost keys usage`. */
export function commandLine(path: readonly string[]): string {
  return [appName, ...path].join(' ');
}

/**
 * An error code, and the condition for the error. If an entry has no `when`, and the next entry has the same exit code,
 * the condition of the next entry applies to both entries.
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
  /** Additional help sections about the command's output. */
  output?: readonly HelpSection[];
  /**
   * The path of the rows in the --json output, such as `configs`. The path is empty if the output itself is a list or a
   * single row. If this property is set, even to an empty path, the command accepts --format.
   */
  rows?: string;
  /**
   * For each option that changes the --json output, the path of the rows in the changed output, by option name. The
   * schema of the changed output has the title `with --<name>`.
   */
  rowsWith?: Readonly<Record<string, string>>;
  /** True if the command implements --fields, --format and --header itself, because it writes rows as they arrive. */
  shapesRows?: true;
  /** True if another program writes the output, so that --fields and --format do not apply. */
  passesOutput?: true;
  /**
   * True if the command sends requests to the service with the credentials in use. The command can then return request
   * errors and credential errors. `without_login` if the command sends requests without these credentials.
   */
  asks?: boolean | 'without_login';
  /**
   * The API operations that the command calls in a script, in addition to the operations whose `command` property names
   * this command. `any` if the user chooses the operation.
   */
  alsoCalls?: readonly OperationName[] | 'any';
  /**
   * True if the command writes files. This property is not required if the command has the `write_failed` error or the
   * --output option, which already show that the command writes files.
   */
  writesFiles?: true;
  /** True if the command opens a browser, or runs a program that the user chooses. */
  runsPrograms?: true;
  /** The exit codes other than 0 that the command can return although no error occurred. */
  exitStatuses?: readonly { status: number; when: string }[];
  errors?: readonly ErrorSpec[];
  /**
   * True if the text output is intended for programs even without --json. The `output` setting then has no effect. If
   * this is true only with some options, the value is the list of these options.
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

/** Returns the commands, and adds `asks: true` to each command that does not define `asks`. */
export function asking(commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.map((command) => ({ asks: true, ...command }));
}

/** A group of commands about the same kind of object. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly CommandSpec[];
  /**
   * The command that runs if a program's name follows the group's name. For example, `waypost proxy ls` runs `waypost
   * proxy run ls`.
   */
  wrapper?: string;
  /**
   * The command that runs if one of these words follows the group's name. For example, `waypost completion bash` runs
   * `waypost completion print bash`.
   */
  shorthand?: { command: string; words: readonly string[] };
  /**
   * Loads a function that returns the base URLs of the services that the group's commands run on this machine. `auth
   * login` offers these base URLs.
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
