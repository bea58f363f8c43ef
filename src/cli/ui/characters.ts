// The signs a terminal can show. Where the locale is not UTF-8, what waypost draws is plain ASCII; the texts of
// a service keep their letters.
import { type Environment, readVariable } from '../../lib/environment';

const substitutes: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '←': '<-',
  '↑': '^',
  '↓': 'v',
  '·': '-',
  '•': '*',
  '×': 'x',
  '–': '-',
  '—': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '―': '-',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '\u00a0': ' ',
  '│': '|',
  '┤': '+',
  '└': '+',
  '─': '-',
  '❯': '>',
  '✔': '*',
  '✓': '*',
  '✗': 'x',
  '✘': 'x',
  '⠋': '|',
  '⠙': '/',
  '⠹': '-',
  '⠸': '\\',
  '⠼': '|',
  '⠴': '/',
  '⠦': '-',
  '⠧': '\\',
  '⠇': '|',
  '⠏': '-',
  '▁': '_',
  '▂': '.',
  '▃': ':',
  '▄': '-',
  '▅': '=',
  '▆': '+',
  '▇': '*',
  '█': '#',
};

const signs = new RegExp(`[${Object.keys(substitutes).join('')}]`, 'gu');

/** The locale is the process's: it is read once, at its start. */
let ascii = false;

/** From now on signs are those of the locale that these variables name; without any, those of UTF-8. */
export function chooseCharacters(env: Environment): void {
  const locale = (['LC_ALL', 'LC_CTYPE', 'LANG'] as const)
    .map((name) => readVariable(env, name))
    .find(Boolean);
  ascii = locale !== undefined && !/utf-?8/i.test(locale);
}

/** The text with the signs that can be shown. */
export function shown(text: string): string {
  return ascii ? text.replace(signs, (sign) => substitutes[sign] ?? sign) : text;
}
