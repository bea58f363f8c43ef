// Symbols for terminals. If the locale is not UTF-8, waypost draws plain ASCII; texts of a service are
// unchanged.
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
  '±': '+-',
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

/** The locale of the process: it is read once, at its start. */
let ascii = false;

/** Chooses the symbols for the locale of these variables; without any, those of UTF-8. */
export function chooseCharacters(env: Environment): void {
  const locale = (['LC_ALL', 'LC_CTYPE', 'LANG'] as const)
    .map((name) => readVariable(env, name))
    .find(Boolean);
  ascii = locale !== undefined && !/utf-?8/i.test(locale);
}

/** The text with symbols that can be shown. */
export function shown(text: string): string {
  return ascii ? text.replace(signs, (sign) => substitutes[sign] ?? sign) : text;
}
