// The words of a run, read once: the command that they name, wherever its options are, and what holds however the
// run ends.
import type { ColourChoice } from '../output/colour';
import type { CommandEntry, OptionSpec } from './command';
import { allCommands, commands, entriesIn, findCommand, isGroup, optionsOf } from './commands';
import { globalOptions } from './common-options';

export interface Located {
  /** The command or group; undefined where none is named. */
  entry: CommandEntry | undefined;
  /** The words after it that are neither options nor their values. */
  rest: string[];
  /** Where the words are that are neither options nor their values, those of the command among them. */
  positions: number[];
  /** Whether --help is among the arguments. */
  wantsHelp: boolean;
}

export interface TypedLine extends Located {
  argv: readonly string[];
  /** The words as they were typed, without those of a program behind `--`. */
  own: readonly string[];
  /** What --json or --no-json says; undefined without them. */
  json: boolean | undefined;
  color: ColourChoice;
  /** The value of --profile; undefined without one. */
  profile: string | undefined;
  debug: boolean;
  noInput: boolean;
}

export function readLine(words: readonly string[]): TypedLine {
  const argv = withShorthand(withProgramApart(words));
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const json = own.findLast((word) => word === '--json' || word === '--no-json');
  return {
    ...locate(argv),
    argv: withSwitches(argv),
    own,
    json: json === undefined ? undefined : json === '--json',
    color: colourAsked(own),
    profile: profileAsked(own),
    debug: own.includes('--debug'),
    noInput: own.includes('--no-input'),
  };
}

/** Reads arguments as far as they name a command; unknown options are skipped. */
export function locate(argv: readonly string[]): Located {
  const found: Located = { entry: undefined, rest: [], positions: [], wantsHelp: false };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') {
      found.rest.push(...argv.slice(at + 1));
      break;
    }
    if (word === '--help' || word === '-h') found.wantsHelp = true;
    else if (!word.startsWith('-') || word === '-') {
      found.positions.push(at);
      addWord(found, word);
    } else if (takesValue(word, found.entry) && !isHelp(argv[at + 1])) at += 1;
  }
  return found;
}

/**
 * The arguments with `--` before the program of `exec` and `proxy`: what follows it is its own. Also adds the default
 * command of a group, such as `run` of `proxy`.
 */
export function withProgramApart(argv: readonly string[]): string[] {
  let entry: Located['entry'];
  let entryEnd = 0;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word !== '--' && word !== '-' && word.startsWith('-')) {
      if (takesValue(word, entry) && !isHelp(argv[at + 1])) at += 1;
      continue;
    }
    const next = word === '--' ? undefined : entriesIn(entry).find(({ name }) => name === word);
    if (next === undefined) {
      const wrapper = isGroup(entry) ? (entry.wrapper ?? []) : [];
      const runsProgram = isGroup(entry) ? entry.wrapper !== undefined : entry?.passesOutput;
      if (!runsProgram) break;
      const options = argv.slice(entryEnd, at);
      const program = word === '--' ? argv.slice(at) : ['--', ...argv.slice(at)];
      return [argv.slice(0, entryEnd), wrapper, options, program].flat();
    }
    entry = next;
    entryEnd = at + 1;
  }
  return [...argv];
}

/** The arguments with the command that a word behind its group stands for. */
function withShorthand(argv: readonly string[]): readonly string[] {
  for (const entry of commands) {
    const at = argv.indexOf(entry.name);
    const next = argv[at + 1];
    if (at === -1 || next === undefined || !isGroup(entry)) continue;
    const { command, words } = entry.shorthand ?? {};
    if (command === undefined || !words?.includes(next)) continue;
    if (locate(argv.slice(0, at + 1)).entry === entry) {
      return argv.toSpliced(at + 1, 0, command);
    }
  }
  return argv;
}

/**
 * `auth token --management-key`, without a value, asks for that key as `--management` does; in other commands
 * the option gives one.
 */
function withSwitches(argv: readonly string[]): string[] {
  const at = argv.indexOf('--management-key');
  const next = argv[at + 1];
  const hasValue = next !== undefined && (next === '-' || !next.startsWith('-'));
  if (
    at === -1 ||
    hasValue ||
    locate(argv.toSpliced(at, 1)).entry !== findCommand(['auth', 'token'])
  ) {
    return [...argv];
  }
  return [...argv.toSpliced(at, 1), '--management'];
}

/** The value of --profile. */
function profileAsked(words: readonly string[]): string | undefined {
  const typed = words.findLast((word) => /^--profile(?:=|$)/.test(word));
  const value = typed === '--profile' ? words[words.lastIndexOf(typed) + 1] : typed?.slice(10);
  return value?.trim() || undefined;
}

/** The value of --color as far as it is valid. */
function colourAsked(words: readonly string[]): ColourChoice {
  const [, said] = /--color[=\n](always|never)(?:\n|$)/.exec(words.join('\n')) ?? [];
  if (words.includes('--no-color')) return 'never';
  return said === 'always' || said === 'never' ? said : 'auto';
}

function addWord(found: Located, word: string): void {
  const { entry, rest } = found;
  const next = rest.length > 0 ? undefined : entriesIn(entry).find(({ name }) => name === word);
  if (next === undefined) rest.push(word);
  else found.entry = next;
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

/** Whether the word after an option is its value: by the command it belongs to, else by any that has it. */
function takesValue(flag: string, entry: Located['entry']): boolean {
  const all = allCommands.flatMap(({ options = [] }) => options);
  const known = [...optionsOf(entry), ...globalOptions, ...all];
  return known.find((option) => isFlagOf(option, flag))?.value !== undefined;
}

/** Whether an option has this form, such as `-o` or `--output`. */
export function isFlagOf({ name, alias, short }: OptionSpec, flag: string): boolean {
  return flag === `--${name}` || flag === `--${alias}` || flag === `-${short}`;
}
