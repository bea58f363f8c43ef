// Makes text safe for a terminal. waypost passes all text for users to this module before it prints the text. Text from
// the service or from files must not move the cursor, change colors or reorder characters. Therefore, this module
// removes all control sequences except waypost's own styles. If the locale is not UTF-8, the module replaces symbols
// with ASCII characters.
import { type Environment, readVariable } from '../../lib/environment';
import { plainText } from '../../lib/plain-text';
import { replaceMatches } from '../../lib/replace-each';

/** The symbols that waypost prints, by the ASCII characters that replace the symbols. */
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

/** True if the locale of the process is not UTF-8. `chooseCharacters` sets this value when waypost starts. */
let isAsciiOnly = false;

/**
 * Selects UTF-8 or ASCII symbols, according to the locale in the environment variables. If no variable sets a locale,
 * selects UTF-8 symbols.
 */
export function chooseCharacters(env: Environment): void {
  const locale = (['LC_ALL', 'LC_CTYPE', 'LANG'] as const)
    .map((name) => readVariable(env, name))
    .find(Boolean);
  isAsciiOnly = locale !== undefined && !/utf-?8/i.test(locale);
}

/** Replaces symbols that the locale does not support. */
function drawable(text: string): string {
  return isAsciiOnly ? text.replace(symbols, (symbol) => asciiOf.get(symbol) ?? symbol) : text;
}

/** Returns the symbol that marks omitted text. */
export function ellipsis(): string {
  return drawable('…');
}

/**
 * The placeholder for the escape character in waypost's own styles. `printable` replaces the placeholder with the
 * escape character. The placeholder is random in each run, so that no other text contains the placeholder.
 */
const ownEscape = `\ufdd0${Math.random().toString(36).slice(2)}\ufdd1`;
const ownEscapes = new RegExp(ownEscape, 'g');

/** Applies a style to text. `printable` keeps this style. */
export function styled(style: (text: string) => string, text: string): string {
  return style(withStyles(text)).replaceAll('\x1b', ownEscape);
}

/** Removes escape sequences and control characters from text, except line feeds, tabs and waypost's own styles. */
export function printable(text: string): string {
  return drawable(withStyles(text));
}

function withStyles(text: string): string {
  return replaceMatches(plainText(text), ownEscapes, () => '\x1b');
}

/** Returns the text as one line, with spaces instead of line feeds and tabs. */
export function oneLine(text: string): string {
  return replaceMatches(plainText(text), /[\n\t]+/g, () => ' ').trim();
}

/**
 * The maximum length of a value in a table or card, in characters. `--json` and `--format csv` print the complete text.
 */
export const maxCell = 10_000;

/** Formats a value for a table or card: as one line, shortened to the maximum length. */
export function tableText(text: string): string {
  if (text.length <= maxCell) return drawable(oneLine(text));
  const beginning = text.slice(0, maxCell).replace(/[\ud800-\udbff]$/, '');
  return drawable(`${oneLine(beginning)}…`);
}
