// odd-values.txt lists unusual email addresses and phone numbers as JSON strings. For each value, it has "accepted" or the
// reason for which waypost rejects the value. The value after an arrow is the suggestion in the hint.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invalidEmail } from '../../src/client/email-check';
import { invalidPhone } from '../../src/client/phone-check';

const listed = readFileSync(join(__dirname, 'odd-values.txt'), 'utf8').trimEnd().split('\n');

async function fateOf(kind: string, value: string): Promise<string> {
  const invalid = kind === 'email' ? invalidEmail(value) : await invalidPhone({ phone: value });
  if (invalid === undefined) return 'accepted';
  const { reason, suggestion } = invalid;
  return suggestion === undefined ? reason : `${reason} -> ${suggestion}`;
}

test.each(['email', 'phone'])(
  'waypost accepts or rejects each %s value as listed in odd-values.txt',
  async (kind) => {
    const expected = listed.filter((line) => line.startsWith(kind));
    const found = expected.map(async (line) => {
      const value = line.slice(line.indexOf('"'));
      return `${kind}  ${(await fateOf(kind, JSON.parse(value))).padEnd(38)}  ${value}`;
    });
    expect(expected.length).toBeGreaterThan(250);
    expect(await Promise.all(found)).toEqual(expected);
  },
);

test('waypost accepts each value in odd-values.txt that a hint suggests', async () => {
  const suggested = listed.flatMap((line) => {
    const [, kind = '', value] = /^(\w+) .* -> (.*?) +"/.exec(line) ?? [];
    return value === undefined ? [] : [[kind, value] as const];
  });
  const fates = suggested.map(([kind, value]) => fateOf(kind, value));
  expect(new Set(await Promise.all(fates))).toEqual(new Set(['accepted']));
});
