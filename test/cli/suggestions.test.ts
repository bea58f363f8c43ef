// The commands and options that waypost suggests for an unknown word.
import { expect, test } from 'vitest';
import { suggestCommand, suggestOption } from '../../src/cli/line/mistakes/suggest';

// Every JavaScript object has these properties.
test.each(['constructor', 'toString', 'hasOwnProperty', 'isPrototypeOf'])(
  'waypost does not suggest a command or an option for %s, which is a property of every JavaScript object',
  (word) => {
    expect(suggestCommand([word])).toBeUndefined();
    expect(suggestCommand([word], 'keys')).toBeUndefined();
    expect(suggestOption(`--${word}`, [])).toBeUndefined();
  },
);

test.each(['nope', 'copy', 'data', 'zzz'])(
  'suggestCommand does not return a suggestion for the word %s',
  (word) => {
    expect(suggestCommand([word])).toBeUndefined();
  },
);

test.each([
  ['opne', 'open'],
  ['kyes', 'keys'],
  ['auht', 'auth'],
  ['exce', 'exec'],
  ['sandobx', 'sandbox'],
  ['adresses', 'addresses'],
])('suggestCommand corrects the word %s to %s', (typed, meant) => {
  expect(suggestCommand([typed])).toBe(meant);
});
