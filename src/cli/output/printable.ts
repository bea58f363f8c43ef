// What a terminal may be sent: every text for a person passes here on its way out. Text of other origin must not
// move the cursor, change colors or reorder characters; only our own styles remain. If the locale is not UTF-8,
// symbols are drawn in plain ASCII.
import { type Environment, readVariable } from '../../lib/environment';
import { plainText } from '../../lib/plain-text';
import { replaceMatches } from '../../lib/replace-each';

/** Symbols by the ASCII that stands for them. */
const asciiSymbols = {
  '...': '…',
  '->': '→',
  '<-': '←',
  '^': '↑',
  v: '↓',
  '-': '·–—−‐‑‒―─▄⠹⠦⠏',
  '*': '•✔✓▇',
  x: '×✗✘',
  '+-': '±',
  '"': '“”„«»',
  "'": '‘’',
  ' ': '\u00a0',
  '|': '│⠋⠼⠇',
  '+': '┤└▆',
  '>': '❯',
  '/': '⠙⠴',
  '\\': '⠸⠧',
  _: '▁',
  '.': '▂',
  ':': '▃',
  '=': '▅',
  '#': '█',
};

const asciiOf = new Map(
  Object.entries(asciiSymbols).flatMap(([ascii, symbols]) =>
    [...symbols].map((symbol) => [symbol, ascii] as const),
  ),
);

const symbols = new RegExp(`[${[...asciiOf.keys()].join('')}]`, 'gu');

/** By the locale of the process, which is read once, at its start. */
let isAsciiOnly = false;

/** Chooses the symbols for the locale of these variables; without any, those of UTF-8. */
export function chooseCharacters(env: Environment): void {
  const locale = (['LC_ALL', 'LC_CTYPE', 'LANG'] as const)
    .map((name) => readVariable(env, name))
    .find(Boolean);
  isAsciiOnly = locale !== undefined && !/utf-?8/i.test(locale);
}

/** The text with symbols that the locale has. */
function drawable(text: string): string {
  return isAsciiOnly ? text.replace(symbols, (symbol) => asciiOf.get(symbol) ?? symbol) : text;
}

/** The sign of text that was left out. */
export function ellipsis(): string {
  return drawable('…');
}

/**
 * Stands for the escape character in our own styles until the text is written. It differs in each run, so no other
 * text contains it.
 */
const ownEscape = `\ufdd0${Math.random().toString(36).slice(2)}\ufdd1`;
const ownEscapes = new RegExp(ownEscape, 'g');

/** The text in a style of ours, which `printable` lets through. */
export function styled(style: (text: string) => string, text: string): string {
  return style(withStyles(text)).replaceAll('\x1b', ownEscape);
}

/** The text as it is written: without escape sequences and control characters except line feeds and tabs. */
export function printable(text: string): string {
  return drawable(withStyles(text));
}

function withStyles(text: string): string {
  return replaceMatches(plainText(text), ownEscapes, () => '\x1b');
}

/** The text as one line: line feeds and tabs become spaces. */
export function oneLine(text: string): string {
  return replaceMatches(plainText(text), /[\n\t]+/g, () => ' ').trim();
}

/** Longest text in a table or card, in characters; `--json` and `--format csv` write all of it. */
export const maxCell = 10_000;

/** The text of a table or card, as wide as it will be drawn: one line; of a longer text the beginning. */
export function tableText(text: string): string {
  if (text.length <= maxCell) return drawable(oneLine(text));
  const beginning = text.slice(0, maxCell).replace(/[\ud800-\udbff]$/, '');
  return drawable(`${oneLine(beginning)}…`);
}
