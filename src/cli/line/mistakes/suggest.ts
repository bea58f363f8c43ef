// Suggests the command or option that the user probably meant.
import { type CommandWriter, type Hint, placeholder } from '../../../lib/command-text';
import { editDistance } from '../../../lib/edit-distance';
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import { preview } from '../../../lib/masking';
import { shellWord } from '../../../lib/shell-word';
import type { OptionSpec } from '../command';
import { allCommands, commands, findCommand, isGroup } from '../commands';
import { globalOptions, helpOption, versionOption } from '../common-options';
import { topicNames } from '../help-topics';
import type { TypedLine } from '../typed-line';
import { type Correction, didYouMean, isKey } from './corrected-line';
import { commandWords, optionWords, verbWords } from './other-words';

/**
 * A suggested command. `cost` is the command's distance from the typed words. `taken` is the number of typed words that
 * the command replaces.
 */
interface Suggestion {
  words: string;
  cost: number;
  taken: number;
}

/** A command's distance from the typed words, and the number of typed words that the command replaces. */
type Distance = readonly [cost: number, taken: number];

function nearest(words: string, distances: readonly Distance[]): Suggestion {
  const [[cost, taken] = [never, 0]] = distances.toSorted(([one], [other]) => one - other);
  return { words, cost, taken };
}

const never = Number.POSITIVE_INFINITY;

/** Returns the words of the command that the user probably meant, such as `keys usage` (see `suggest`). */
export function suggestCommand(typed: readonly string[], group?: string): string | undefined {
  return suggest(typed, group)?.words;
}

/**
 * Returns the command that the user probably meant, or undefined if no command is similar. `typed` contains the unknown
 * word and the words after it. `group` is the name of the command group before these words.
 */
function suggest(typed: readonly string[], group?: string): Suggestion | undefined {
  const words = typed.map((word) => word.replace(/[“”„‟«»‘’"'`]/g, ''));
  const all = group === undefined ? atTop(words) : inGroup(words, group);
  const [best] = all
    .filter(({ cost }) => cost !== never)
    .sort((one, other) => one.cost - other.cost);
  return best;
}

function atTop(typed: readonly string[]): Suggestion[] {
  const [first = '', second] = typed;
  const together = second === undefined ? undefined : first + second;
  const whole = typed.join('');
  const known = commandWords.get(first.toLowerCase()) ?? [];
  return [
    ...known.map((words) => ({ words, cost: second === undefined ? 0.5 : 1.5, taken: 1 })),
    ...commands.map(({ name }) => ({ words: name, cost: wordCost(first, name) + 0.9, taken: 1 })),
    ...allCommands.map(({ path: [noun = '', verb] }) => {
      if (verb === undefined) {
        return nearest(noun, [
          [wordCost(first, noun), 1],
          [sameCost(together, noun), 2],
        ]);
      }
      const swapped =
        second === undefined ? never : wordCost(second, noun) + verbCost(first, verb) + 0.5;
      return nearest(`${noun} ${verb}`, [
        [pairCost(first, noun, second, verb), 2],
        [swapped, 2],
        [sameCost(first, `${noun} ${verb}`) + 0.3, 1],
        [verbCost(first, verb) + 0.8, 1],
        [sameCost(together, verb) + 0.8, 2],
        [sameCost(whole, verb) + 0.8, typed.length],
      ]);
    }),
    ...topicNames.map((topic) =>
      nearest(`help ${topic}`, [
        [wordCost(first, topic) + 0.5, 1],
        [sameCost(together, topic) + 0.5, 2],
      ]),
    ),
  ];
}

function inGroup(words: readonly string[], group: string): Suggestion[] {
  const [first = ''] = words;
  const all = allCommands.flatMap(({ path: [noun = '', verb] }) =>
    verb === undefined ? [] : [{ noun, verb }],
  );
  const others = all.filter(({ noun, verb }) => noun !== group && wordDistance(first, verb) < 1);
  const isNoun = commands.some(({ name }) => wordDistance(first, name) < 1);
  return [
    ...all
      .filter(({ noun }) => noun === group)
      .map(({ noun, verb }) =>
        nearest(`${noun} ${verb}`, [
          [verbCost(first, verb), 1],
          [sameCost(words.slice(0, 2).join(''), verb) + 0.3, 2],
        ]),
      ),
    // Suggest a command from another group only if exactly one other group has this verb. Otherwise, the verb does not
    // show which group the user meant.
    ...(others.length === 1 ? others : []).map(({ noun, verb }) => ({
      words: `${noun} ${verb}`,
      cost: 1 + wordDistance(first, verb),
      taken: 1,
    })),
    ...(isNoun ? atTop(words).map((found) => ({ ...found, cost: found.cost + 1 })) : []),
  ];
}

/**
 * If the words are similar, returns their distance (see `wordDistance`). If `typed` has at least three letters and is a
 * prefix of `meant`, returns 1.2. Otherwise, returns Infinity.
 */
function wordCost(typed: string, meant: string): number {
  if (isClose(typed, meant)) return wordDistance(typed, meant);
  return typed.length >= 3 && meant.startsWith(typed.toLowerCase()) ? 1.2 : never;
}

/**
 * Returns the distance of a noun and a verb from two typed words. The distance is smaller if the second word is clearly
 * the verb.
 */
function pairCost(typed: string, noun: string, second: string | undefined, verb: string): number {
  if (second === undefined) return never;
  const cost = verbCost(second, verb);
  return wordCost(typed, noun) + cost - (cost < 1 ? 2 : 0);
}

/** Like `wordCost`, but also accepts words that other tools use for the verb. */
function verbCost(typed: string, verb: string): number {
  const rank = (verbWords.get(typed.toLowerCase()) ?? []).indexOf(verb);
  return Math.min(rank === -1 ? never : 0.5 + rank / 10, wordCost(typed, verb));
}

/**
 * Returns 0 if the words are equal apart from separators and letter case, because users often join or split words.
 * Returns Infinity for all other words.
 */
function sameCost(typed: string | undefined, meant: string): number {
  return typed !== undefined && normalized(typed) === normalized(meant) ? 0 : never;
}

/** Returns the most similar option with its dashes, such as `--last`, or undefined if no option is similar. */
export function suggestOption(flag: string, own: readonly OptionSpec[]): string | undefined {
  const name = flag.replace(/^[-‐‑‒–—―−/]+/, '');
  const options = [...own, ...globalOptions, helpOption, versionOption].filter(
    ({ hidden }) => !hidden,
  );
  const names = options.flatMap((option) => [option.name, option.alias ?? []].flat());
  const exact = names.find((one) => wordDistance(name, one) < 0.2);
  if (exact !== undefined) return `--${exact}`;
  const short = options.find((option) => option.short === name.toLowerCase());
  if (short?.short !== undefined && name.length === 1) return `-${short.short}`;
  const meant = optionWords.get(normalized(name))?.find((one) => names.includes(one));
  if (meant !== undefined) return `--${meant}`;
  const [near] = names
    .filter((one) => isClose(name, one))
    .sort((one, other) => wordDistance(name, one) - wordDistance(name, other));
  // Users of tools that accept abbreviations might type --us for --user-token, for example. If exactly one option
  // begins with the typed name, suggest this option.
  const longer = name.length > 1 ? names.filter((one) => one.startsWith(name)) : [];
  const found = near ?? (longer.length === 1 ? longer[0] : undefined);
  return found === undefined ? undefined : `--${found}`;
}

/** Returns the words of a command that has the option. Prefers commands in the group `noun`. */
export function ownerOf(flag: string, [noun]: readonly string[]): string | undefined {
  const name = flag.replace(/^-+/, '');
  const owners = allCommands.filter(({ options = [] }) =>
    options.some((option) => option.name === name && !option.hidden),
  );
  const [first] = [...owners.filter(({ path }) => path[0] === noun), ...owners];
  return first?.path.join(' ');
}

/** Returns a word in lowercase and without separators, because users often mistype separators and letter case. */
function normalized(word: string): string {
  return word.toLowerCase().replace(/[\s_\-‐‑‒–—―−.:/]+/g, '');
}

/**
 * Returns 0 if the words are the same. If only the letter case, the separators or a plural ending differ, returns a
 * value below 1. Otherwise, returns the number of typing mistakes.
 */
function wordDistance(typed: string, meant: string): number {
  if (typed === meant) return 0;
  const [one, other] = [normalized(typed), normalized(meant)];
  if (one === other) return 0.1;
  const isPlural = [/s$/, /es$/].some((end) => one.replace(end, '') === other.replace(end, ''));
  if (isPlural) return 0.2;
  return editDistance(one, other);
}

/** True if a typed word is similar enough to the intended word. */
export function isClose(typed: string, meant: string): boolean {
  const longest = Math.max(typed.length, meant.length);
  return wordDistance(typed, meant) <= allowedDistance(longest);
}

/** Returns the maximum distance that counts as similar for a word with this many letters. */
function allowedDistance(letters: number): number {
  if (letters < 3) return 0.9;
  if (letters < 5) return 1;
  return letters < 8 ? 2 : 3;
}

/**
 * Returns the error for an unknown command. `words` begins with the unknown word. `path` is the command group before
 * this word, or empty.
 */
export function unknownCommand(
  words: readonly string[],
  path: readonly string[],
  line: TypedLine,
): WaypostError {
  const [word = ''] = words;
  const [group] = path;
  const place = group === undefined ? '' : ` for \`${appName} ${group}\``;
  // The message shows only the first characters of a key.
  const name = isKey(word) ? preview(word) : shellWord(word);
  // `words` can contain options, but `line.rest` cannot. The correction must not depend on options.
  const typed = line.rest[0] === word ? line.rest : words;
  return invalidInput(`Unknown command ${name}${place}.`, whatToDo(typed, group, line));
}

function whatToDo(words: readonly string[], group: string | undefined, line: TypedLine): Hint {
  const [word = ''] = words;
  const noun = group ?? '';
  const helpOf = (command: CommandWriter) => command(noun, [], { help: true });
  if (hasSmartDash(word)) {
    return (command) =>
      `Type ${suggestOption(word, []) ?? withDashes(word)} with hyphens (-) instead of the typographic dash. Run ${helpOf(command)} to see all options.`;
  }
  if (/^[/-]+(?:\?|h|help)$/i.test(word)) return (command) => `Did you mean ${helpOf(command)}?`;
  const text = withoutSmartQuotes(words.join(' '));
  const meant =
    group === undefined
      ? (commandForText(words, text) ?? suggested(words))
      : (suggested(words, group) ?? commandInGroup(words, text, group));
  if (meant !== undefined) {
    const before = noun === '' ? 0 : 1;
    return didYouMean(line, { ...meant, taken: meant.taken + before });
  }
  if (isKey(text)) {
    return (command) =>
      `To use a key, log in with ${command('auth login')}, which prompts for the key.`;
  }
  if (/^https?:/i.test(text)) {
    return (command) =>
      `Use --base-url to choose a service. Run ${helpOf(command)} to see all commands.`;
  }
  return (command) =>
    group === undefined
      ? `Run ${command('help')} to see all commands and topics.`
      : `Run ${helpOf(command)} to see all commands in the group.`;
}

function suggested(words: readonly string[], group?: string): Correction | undefined {
  const found = suggest(words, group);
  return found && { name: found.words, taken: found.taken };
}

/** Replaces an option's typographic dash with one hyphen for a single letter, or with two hyphens for a longer name. */
function withDashes(word: string): string {
  const name = withoutDashes(word);
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** Removes all dashes from the beginning of an option, including typographic dashes. */
export function withoutDashes(word: string): string {
  return word.replace(/^[^a-z]+/i, '');
}

/**
 * If the typed words are an email address, a phone number, or a request such as `GET /places`, returns the command that
 * accepts the words. Returns undefined for other words.
 */
function commandForText(words: readonly string[], text: string): Correction | undefined {
  const [first = '', second = ''] = words;
  const all = words.length;
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { name: 'emails validate', words: [text], taken: all };
  if (/^\+[\d\s().-]{6,}$/.test(text))
    return { name: 'phones validate', words: [text], taken: all };
  if (/^(?:get|post|put|delete|patch|head)$/i.test(first) && second.startsWith('/')) {
    return { name: 'api', words: [first, second], taken: 2 };
  }
  return /^\/[\w{}/]+$/.test(text) ? { name: 'api', words: ['GET', text], taken: all } : undefined;
}

/**
 * Returns the group's command that accepts the typed words as its argument, or undefined if there is no such command.
 */
function commandInGroup(
  words: readonly string[],
  text: string,
  group: string,
): Correction | undefined {
  const taken = words.length;
  if (isKey(text)) {
    if (group !== 'keys') return undefined;
    return { name: 'keys show', words: [placeholder('key')], taken };
  }
  const entry = findCommand([group]);
  const members = entry !== undefined && isGroup(entry) ? entry.commands : [];
  const command = members.find(
    ({ name, arguments: accepted }) => accepted?.some((one) => one.text) && name !== 'autocomplete',
  );
  return command && { name: `${group} ${command.name}`, words: [text], taken };
}

/** Returns the error for an unknown topic of `help` or `schema`, with a suggestion. */
export function unknownTopic(command: 'help' | 'schema', path: readonly string[]): WaypostError {
  const [noun = '', ...more] = path;
  const entry = findCommand([noun]);
  const isKnown = entry !== undefined && isGroup(entry);
  const found = isKnown ? suggestCommand(more, noun) : suggestCommand(path);
  const meant = command === 'schema' && found?.startsWith('help ') ? undefined : found;
  const kind = command === 'help' ? 'command or topic' : 'command';
  return invalidInput(`Unknown ${kind}: ${path.join(' ')}.`, (write) => {
    if (meant !== undefined) {
      const words = meant.replace(/^help /, '').split(' ');
      return `Did you mean ${write(command, words)}?`;
    }
    return isKnown
      ? `Run ${write('help', [noun])} to see all commands in the group.`
      : `Run ${write('help')} to see all commands and topics.`;
  });
}

/**
 * Removes typographic quotes from text. Word processors insert these quotes, but a shell treats them as ordinary
 * characters.
 */
export function withoutSmartQuotes(text: string): string {
  return text.replace(/[“”„‟«»‘’]/g, '');
}

/** True if a word is an option that begins with a typographic dash. */
export function hasSmartDash(word: string): boolean {
  return /^[‐‑‒–—―−][‐‑‒–—―−-]*[a-z][\w-]*(?:=.*)?$/i.test(word);
}
