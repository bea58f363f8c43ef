// A command as data: its name, options, output and errors. Parser, help and reference read this; the code of
// the command is loaded only when it runs.
import type { OperationName } from '../../api/operations';
import type { ErrorCode } from '../../lib/error-codes';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import type { Dependencies } from '../run/dependencies';

/**
 * The code of a command. It takes by name what it uses of a run, its options under their names in camel case, and an
 * argument for each positional: undefined if it was omitted, a list if it takes several. It returns the exit status of
 * a run that delivered its result, if that can be another than 0.
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
  /** Takes every word that follows. */
  variadic?: true;
  /** A text that may be several words, which a shell wants in quotes. */
  text?: true;
  /** All allowed values; the command itself refuses others. */
  choices?: readonly string[];
  /** Values that a shell completes, where others are allowed too; one that ends with `=` is continued. */
  suggestions?: readonly string[];
  /** How a shell completes it; a `file` or `directory` is completed by its name. */
  completion?: CompletionKind;
}

/** An argument in the notation of help: `<name>`, `[name]` if it may be omitted, `<name...>` for every word that follows. */
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
  /** Long name without its dashes, such as `api-key`; `no-header` switches something off. */
  name: string;
  /** Single letter, without its dash. */
  short?: string;
  /** Another long name, without its dashes; help shows this one. */
  alias?: string | undefined;
  /** Name of its value, such as `file`; a switch has none. */
  value?: string;
  description: string;
  default?: string;
  /**
   * All allowed values, in lower case: given values are put in lower case, and others refused, before the
   * command runs.
   */
  choices?: readonly string[];
  /** How a shell completes its value; a `file` or `directory` is completed by its name. */
  completion?: CompletionKind;
  /** Values that a shell completes, where others are allowed too. */
  suggestions?: readonly string[];
  /** May be given more than once: the values are a list. */
  repeatable?: true;
  /** With `repeatable`: the values are joined to one text by this separator. */
  separator?: string;
  /**
   * With `repeatable`: options of the same series share one list of `{ option, text }`, in the order in
   * which they were given.
   */
  series?: string;
  /** Not shown in help: for the tool's own use. */
  hidden?: true;
  /** Names of options that exclude this one. */
  conflicts?: readonly string[];
}

/** An option in the notation of help, such as `-o, --output <file>`. */
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

/** A value of an option that belongs to a series. */
export interface SeriesValue {
  option: string;
  text: string;
}

/** An example to type, with a note if it is not plain. */
interface Example {
  command: string;
  note?: string;
}

/** A section of the help such as `Output`. */
interface HelpSection {
  title: string;
  text: string;
}

/** A command as it is typed, such as `waypost keys usage`. */
export function commandLine(path: readonly string[]): string {
  return [appName, ...path].join(' ');
}

/**
 * An error, and when it occurs. Entries without `when` share that of the next one with their exit status.
 */
export interface ErrorSpec {
  code: ErrorCode;
  when?: string;
}

export interface CommandSpec {
  name: string;
  /** For the list of commands: a few words, no full stop. */
  summary: string;
  /** For its own help: a sentence or two. */
  description: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  examples?: readonly (string | Example)[];
  /** More details, in paragraphs. */
  details?: readonly string[];
  /** What is printed with --json, in words. */
  json?: string;
  /** What else is printed. */
  output?: readonly HelpSection[];
  /**
   * Path of the rows in the output with --json, such as `configs`; empty if the whole is a list, or is one
   * row. A command with rows takes --format.
   */
  rows?: string;
  /** The path of the rows with an option of this name, whose output is titled `with --<name>`. */
  rowsWith?: Readonly<Record<string, string>>;
  /** It has its own --fields, --format and --header, because it writes rows as they arrive. */
  shapesRows?: true;
  /** Its output is that of another program: --fields and --format do not apply. */
  passesOutput?: true;
  /**
   * It asks the service, and so may end with every error of a request: with the credentials in use, or with those
   * that it is to store; see `errorsOf`.
   */
  asks?: boolean | 'without_login';
  /**
   * The operations of the service that it calls in a run without a person, beside those named after it; `any` where
   * the user says what is asked for.
   */
  alsoCalls?: readonly OperationName[] | 'any';
  /** It writes files, though no error or option says so. */
  writesFiles?: true;
  /** It runs programs that the user named, or the browser. */
  runsPrograms?: true;
  /** Exit statuses other than 0 of runs without an error. */
  exitStatuses?: readonly { status: number; when: string }[];
  errors?: readonly ErrorSpec[];
  /**
   * Programs read its output without --json, so the setting `output` does not change it: always, or with one
   * of these options.
   */
  textIsData?: true | readonly string[];
  /** Loads the module of its noun, or its own, and gives the function that is the command. */
  load: () => Promise<Action>;
}

export function examplesOf({ examples = [] }: CommandSpec): Example[] {
  return examples.map((one) => (typeof one === 'string' ? { command: one } : one));
}

/** What help says of the output of a command. */
export function outputSections({ json, output = [] }: CommandSpec): HelpSection[] {
  return [...(json === undefined ? [] : [{ title: 'Output (--json)', text: json }]), ...output];
}

/** Commands that ask the service, but for those that say otherwise. */
export function asking(commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.map((command) => ({ asks: true, ...command }));
}

/** Commands about one thing. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly CommandSpec[];
  /** The command that is run if a program follows the group, such as `run` in `waypost proxy ls`. */
  wrapper?: string;
  /** The command that is run if one of these words follows the group, such as `print` in `waypost completion bash`. */
  shorthand?: { command: string; words: readonly string[] };
  /** Base URLs of services that it runs on this machine, for a login without one. */
  loadServices?: () => Promise<{ services: (host: Host) => Promise<string[]> }>;
}

/** A command in the list of all, with the words that name it, such as `['keys', 'usage']`. */
export interface Command extends CommandSpec {
  path: readonly string[];
}

/** A group in the list of all. */
export interface Group extends CommandGroup {
  path: readonly string[];
  commands: readonly Command[];
}

/** An entry of the list. */
export type CommandEntry = Command | Group;
