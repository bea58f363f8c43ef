// Members of a record in words, for members without texts of their own.
import { type ExactNumber, isNumber } from '../../lib/exact-json';
import { grouped } from './figures';
import { oneLine } from './printable';

/** The label of a member, or of a path such as `daily_limit.limit`. */
export function labelOf(path: string): string {
  const words = oneLine(path)
    .replace(/\.(limit|enabled)$/, '')
    .replace(/[._]/g, ' ')
    .replace(/\b(?:iso|zip)\b/g, (letters) => letters.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A setting in words, on one line: switches are on or off, numbers are amounts. */
export function valueText(value: unknown): string {
  return oneLine(messageByCode(value, settings)) || 'none';
}

/** A fact in words, on one line: yes or no, and numbers to the last digit, as some are no amounts. */
export function factText(value: unknown): string {
  return oneLine(messageByCode(value, facts)) || 'none';
}

interface Words {
  yes: string;
  no: string;
  number: (value: number | ExactNumber) => string;
}

const settings: Words = { yes: 'on', no: 'off', number: grouped };
const facts: Words = { yes: 'yes', no: 'no', number: String };

function messageByCode(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (isNumber(value)) return words.number(value);
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map((entry: unknown) => messageByCode(entry, words))
    : Object.entries(value).map(([name, member]) => `${name} ${messageByCode(member, words)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
