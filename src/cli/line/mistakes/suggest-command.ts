// The intended command of unknown words.

import { topicNames } from '../../commands/help/spec';
import { commands, isGroup } from '../commands';
import { everyCommand } from './locate';
import { commandWords, verbWords } from './other-words';
import { bare, distance, isClose } from './similar';

/** A command as its words, and its distance from the typed words. */
interface Candidate {
  words: string;
  cost: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * The words of the intended command, such as `keys usage`; undefined if nothing is near. `typed` are the
 * words from the unknown one on, `group` is the noun before them.
 */
export function suggestCommand(typed: readonly string[], group?: string): string | undefined {
  const words = typed.map((word) => word.replace(/[“”„‟«»‘’"'`]/g, ''));
  const candidates = group === undefined ? atTop(words) : inGroup(words, group);
  const [best] = candidates.sort((one, other) => one.cost - other.cost);
  return best === undefined || best.cost === never ? undefined : best.words;
}

function atTop([first = '', second]: readonly string[]): Candidate[] {
  const together = second === undefined ? undefined : first + second;
  const known = commandWords.get(first.toLowerCase());
  return [
    ...(known !== undefined && exists(known)
      ? [{ words: known, cost: second === undefined ? 0.5 : 1.5 }]
      : []),
    ...commands.map(({ name }) => ({ words: name, cost: wordCost(first, name) + 0.9 })),
    ...everyCommand().map(({ path: [noun = '', verb] }) => ({
      words: verb === undefined ? noun : `${noun} ${verb}`,
      cost:
        verb === undefined
          ? Math.min(wordCost(first, noun), sameCost(together, noun))
          : Math.min(
              pairCost(first, noun, second, verb),
              second === undefined ? never : wordCost(second, noun) + verbCost(first, verb) + 0.6,
              sameCost(first, `${noun} ${verb}`) + 0.3,
              verbCost(first, verb) + 0.8,
              sameCost(together, verb) + 0.8,
            ),
    })),
    ...topicNames.map((topic) => ({
      words: `help ${topic}`,
      cost: Math.min(wordCost(first, topic), sameCost(together, topic)) + 0.5,
    })),
  ];
}

function inGroup(words: readonly string[], group: string): Candidate[] {
  const [first = ''] = words;
  const all = everyCommand().flatMap(({ path: [noun = '', verb] }) =>
    verb === undefined ? [] : [{ noun, verb }],
  );
  const own = all.filter(({ noun }) => noun === group);
  const elsewhere = all.filter(({ noun, verb }) => noun !== group && distance(first, verb) < 1);
  const isNoun = commands.some(({ name }) => distance(first, name) < 1);
  return [
    ...own.map(({ noun, verb }) => ({ words: `${noun} ${verb}`, cost: verbCost(first, verb) })),
    ...own.map(({ noun, verb }) => ({
      words: `${noun} ${verb}`,
      cost: sameCost(words.slice(0, 2).join(''), verb) + 0.3,
    })),
    // A verb that several nouns have does not tell which of them was meant.
    ...(elsewhere.length === 1 ? elsewhere : []).map(({ noun, verb }) => ({
      words: `${noun} ${verb}`,
      cost: 1 + distance(first, verb),
    })),
    ...(isNoun ? atTop(words).map(({ words, cost }) => ({ words, cost: cost + 1 })) : []),
  ];
}

/** 0 for the same word, more for each typo and for its beginning, Infinity for another word. */
function wordCost(typed: string, meant: string): number {
  if (isClose(typed, meant)) return distance(typed, meant);
  const isBegun = typed.length >= 3 && meant.startsWith(typed.toLowerCase());
  return isBegun ? 1.2 : never;
}

/** Of a noun and a verb together: a noun is recognised with more typos if its verb follows. */
function pairCost(typed: string, noun: string, second: string | undefined, verb: string): number {
  if (second === undefined) return never;
  const cost = verbCost(second, verb);
  return wordCost(typed, noun) + cost - (cost < 1 ? 2 : 0);
}

/** As `wordCost`; another tool's word for the verb is near it. */
function verbCost(typed: string, verb: string): number {
  const rank = (verbWords.get(typed.toLowerCase()) ?? []).indexOf(verb);
  return Math.min(rank === -1 ? never : 0.5 + rank / 10, wordCost(typed, verb));
}

/** Words that were joined, or split. */
function sameCost(typed: string | undefined, meant: string): number {
  return typed !== undefined && bare(typed) === bare(meant) ? 0 : never;
}

/** Whether words name a command, group or topic. */
function exists(words: string): boolean {
  const [noun, verb] = words.split(' ');
  if (noun === 'help' && verb !== undefined) return topicNames.some((topic) => topic === verb);
  const entry = commands.find(({ name }) => name === noun);
  if (entry === undefined || verb === undefined) return entry !== undefined;
  return isGroup(entry) && entry.commands.some(({ name }) => name === verb);
}
