// A command as data: what it is called, what it takes, what it prints and how it may fail. Parser, help and
// whatever else is made from the list read this; what the command does is loaded only when it runs.
import type { ErrorCode } from '../lib/errors';
import type { Context } from './context';

/**
 * What a command does. It gets this run's context, its own options under their names in camel case, and an
 * argument for each positional: undefined where it was left out, a list where it takes several.
 */
type Action = (context: Context, options: never, ...positionals: never[]) => Promise<void>;

/** What a command's module exports. */
interface CommandModule {
  run: Action;
}

/** Values that a shell completes, beside those of `choices` and names of files. */
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
  | 'setting-value'
  | 'tag'
  | 'topic';

/** A positional argument. */
export interface ArgumentSpec {
  name: string;
  description: string;
  required?: true;
  /** Takes every word that follows. */
  variadic?: true;
  /** A text that may be several words, which a shell wants in quotes. */
  text?: true;
  /** The only values there are; the command itself refuses others. */
  choices?: readonly string[];
  /** What a shell completes it with; one that is called `file` or `directory` with what it says. */
  completion?: CompletionKind;
}

/** An option. */
export interface OptionSpec {
  /** Long name without its dashes, such as `api-key`; `no-header` switches something off. */
  name: string;
  /** Single letter, without its dash. */
  short?: string;
  /** Another long name, without its dashes; help shows this one. */
  alias?: string | undefined;
  /** What its value is called, such as `file`; a switch has none. */
  value?: string;
  description: string;
  /** The value where it is not given. */
  default?: string;
  /** The only values there are, in lower case; others are refused before the command runs. */
  choices?: readonly string[];
  /** What a shell completes its value with; a `file` or `directory` with what it says. */
  completion?: CompletionKind;
  /** May be given more than once: the values are a list. */
  repeatable?: true;
  /** With `repeatable`: the values are one text, with this between them. */
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

/** A value of an option that belongs to a series. */
export interface SeriesValue {
  /** Name of the option. */
  option: string;
  text: string;
}

/** A line to type, and what it does where that is not plain. */
interface Example {
  command: string;
  note?: string;
}

/** What is printed, in words: `Output (--json)` and its shape. */
interface Section {
  title: string;
  text: string;
}

/** What is printed with --json, in words. */
export function asJson(text: string): readonly Section[] {
  return [{ title: 'Output (--json)', text }];
}

/** An error, and when it comes. Entries without `when` share that of the next one with their exit status. */
export interface ErrorSpec {
  code: ErrorCode;
  when?: string;
}

/** A command. */
export interface CommandSpec {
  name: string;
  /** For the list of commands: a few words, no full stop. */
  summary: string;
  /** For its own help: a sentence or two. */
  description: string;
  arguments?: readonly ArgumentSpec[];
  options?: readonly OptionSpec[];
  examples?: readonly Example[];
  /** What else there is to know: paragraphs. */
  details?: readonly string[];
  output?: readonly Section[];
  /**
   * Path of the rows in what it prints with --json, such as `configs`; empty where the whole is a list, or is
   * one row. A command that has rows takes --format.
   */
  rows?: string;
  /** Shapes its rows itself, as they come: --fields, --format and --header are its own. */
  shapesRows?: true;
  /** Its output is that of another program: nothing shapes it. */
  passesOutput?: true;
  /** Exit statuses other than 0 of runs that are no error. */
  exitStatuses?: readonly { status: number; when: string }[];
  errors?: readonly ErrorSpec[];
  /**
   * What it prints without --json is read by programs, so that the setting `output` does not change it:
   * always, or with one of these options.
   */
  textIsData?: true | readonly string[];
  load: () => Promise<CommandModule>;
}

/** Commands about one thing. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly CommandSpec[];
  /** The command that is meant where `--` follows the group, such as `run` in `waypost proxy -- ls`. */
  wrapper?: string;
  /** Base URLs of services that it has running on this machine, for a login that names none. */
  loadServices?: () => Promise<{ services: (context: Context) => Promise<string[]> }>;
}
