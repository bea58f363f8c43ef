// Reads the words of a command line before the parser does. Finds the command, even if options precede the command.
// Also finds the options that must apply even if parsing fails, such as --json.
import type { ColorChoice } from '../output/color';
import type { CommandEntry } from './command';
import { findCommand, isGroup } from './commands';
import { tokenize } from './tokens';

export interface Located {
  /** The command or group, or undefined if the line contains neither. */
  entry: CommandEntry | undefined;
  /** The words after the command, without options and option values. */
  rest: string[];
  /**
   * The positions of the words before `--` that are neither options nor option values, including the command's own
   * words.
   */
  positions: number[];
  /** True if the arguments include --help or -h. */
  wantsHelp: boolean;
}

export interface TypedLine extends Located {
  argv: readonly string[];
  /** The words before `--`, or all words if the line does not contain `--`. */
  own: readonly string[];
  /** True for --json, false for --no-json, and undefined if the line contains neither option. */
  json: boolean | undefined;
  color: ColorChoice;
  /** The value of --profile, or undefined if the line does not contain this option. */
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
    color: colorAsked(own),
    profile: profileAsked(own),
    debug: own.includes('--debug'),
    noInput: own.includes('--no-input'),
  };
}

/** Finds the command in the arguments, and the words after the command. Skips options, including unknown options. */
export function locate(argv: readonly string[]): Located {
  const found: Located = { entry: undefined, rest: [], positions: [], wantsHelp: false };
  let isOver = false;
  for (const token of tokenize(argv)) {
    switch (token.kind) {
      case 'separator':
        isOver = true;
        break;
      case 'command':
        found.entry = token.entry;
        found.positions.push(token.at);
        break;
      case 'word':
        found.rest.push(token.text);
        if (!isOver) found.positions.push(token.at);
        break;
      case 'option':
        if (token.text === '--help' || token.text === '-h') found.wantsHelp = true;
        break;
      case 'value':
        break;
    }
  }
  return found;
}

/**
 * Adds `--` before the program in `exec` and `proxy` command lines, because all words after the program's name belong
 * to the program. Also adds the default command of a group, such as `run` for `proxy`.
 */
export function withProgramApart(argv: readonly string[]): string[] {
  const tokens = tokenize(argv);
  const program = tokens.find(({ kind }) => kind === 'word' || kind === 'separator');
  const command = tokens.findLast((token) => token.kind === 'command');
  if (program === undefined || command === undefined) return [...argv];
  const { entry } = command;
  const runsProgram = isGroup(entry) ? entry.wrapper !== undefined : entry.passesOutput === true;
  if (!runsProgram) return [...argv];
  const wrapper = isGroup(entry) && entry.wrapper !== undefined ? [entry.wrapper] : [];
  const separator = program.kind === 'separator' ? [] : ['--'];
  return [
    ...argv.slice(0, command.at + 1),
    ...wrapper,
    ...argv.slice(command.at + 1, program.at),
    ...separator,
    ...argv.slice(program.at),
  ];
}

/** Adds the command that the user omitted in a shorthand, such as `print` in `completion bash`. */
function withShorthand(argv: readonly string[]): readonly string[] {
  for (const token of tokenize(argv)) {
    if (token.kind !== 'command' || !isGroup(token.entry)) continue;
    const { shorthand } = token.entry;
    const next = argv[token.at + 1];
    if (shorthand === undefined || next === undefined) continue;
    if (shorthand.words.includes(next)) return argv.toSpliced(token.at + 1, 0, shorthand.command);
  }
  return argv;
}

/**
 * If `--management-key` has no value in an `auth token` command, replaces the option with `--management`, which selects
 * the management key. In other commands, `--management-key` sets the management key.
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

/** Returns the value of the last --profile, or undefined if the line does not contain this option. */
function profileAsked(words: readonly string[]): string | undefined {
  const typed = words.findLast((word) => /^--profile(?:=|$)/.test(word));
  const value = typed === '--profile' ? words[words.lastIndexOf(typed) + 1] : typed?.slice(10);
  return value?.trim() || undefined;
}

/** Returns the choice in --color or --no-color, or `auto` if the line contains no valid choice. */
function colorAsked(words: readonly string[]): ColorChoice {
  const [, said] = /--color[=\n](always|never)(?:\n|$)/.exec(words.join('\n')) ?? [];
  if (words.includes('--no-color')) return 'never';
  return said === 'always' || said === 'never' ? said : 'auto';
}
