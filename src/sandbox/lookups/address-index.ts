// Which streets and cities have a word, so that no search reads all addresses. Built on first use.
import { firstNotBefore } from '../first-not-before';
import { addressBook } from './address-book';
import { cityWords, streetWords } from './address-words';

/** Words with the streets and cities that have them. */
export interface WordIndex {
  /** All forms of words, sorted by code unit. */
  forms: readonly string[];
  /** Entries of the form at `at`: from `from[at]` up to, not including, `from[at + 1]`. */
  from: Uint32Array;
  /** Numbers of streets; the numbers of cities follow those of the last street. */
  entries: Uint16Array;
}

let index: WordIndex | undefined;

/** The index of the addresses of the package. */
export function wordIndex(): WordIndex {
  index ??= buildIndex();
  return index;
}

/** The range of forms with this beginning. */
export function formsBeginning(prefix: string): readonly [from: number, to: number] {
  const { forms } = wordIndex();
  const from = firstPosition(forms, prefix);
  let to = from;
  while (forms[to]?.startsWith(prefix)) to += 1;
  return [from, to];
}

/** The position of a form; -1 if no address has it. */
export function formAt(form: string): number {
  const { forms } = wordIndex();
  const at = firstPosition(forms, form);
  return forms[at] === form ? at : -1;
}

function buildIndex(): WordIndex {
  const { cities, streets } = addressBook();
  const found = new Map<string, number[]>();
  const put = (form: string, entry: number): void => {
    const known = found.get(form);
    if (known === undefined) found.set(form, [entry]);
    else if (known.at(-1) !== entry) known.push(entry);
  };
  for (const [number, street] of streets.entries()) {
    for (const { forms } of streetWords(street)) for (const form of forms) put(form, number);
    put(street.zip, number);
  }
  for (const [number, city] of cities.entries()) {
    for (const { forms } of cityWords(city)) {
      for (const form of forms) put(form, streets.length + number);
    }
  }
  const forms = [...found.keys()].sort();
  const from = new Uint32Array(forms.length + 1);
  for (const [at, form] of forms.entries()) {
    from[at + 1] = (from[at] ?? 0) + (found.get(form)?.length ?? 0);
  }
  const entries = new Uint16Array(from[forms.length] ?? 0);
  for (const [at, form] of forms.entries()) entries.set(found.get(form) ?? [], from[at]);
  return { forms, from, entries };
}

function firstPosition(forms: readonly string[], wanted: string): number {
  return firstNotBefore(0, forms.length, (at) => (forms[at] ?? '') < wanted);
}
