// What is suggested for a word that is none of ours: only what is near. Names that every object of JavaScript has are
// answered like any other word.
import { expect, test } from 'vitest';
import { suggestCommand, suggestOption } from '../../src/cli/line/mistakes/suggest';

test.each(['constructor', 'toString', 'hasOwnProperty', 'isPrototypeOf'])('%s', (word) => {
  expect(suggestCommand([word])).toBeUndefined();
  expect(suggestCommand([word], 'keys')).toBeUndefined();
  expect(suggestOption(`--${word}`, [])).toBeUndefined();
});

test.each(['nope', 'copy', 'data', 'zzz'])('%s is near no command', (word) => {
  expect(suggestCommand([word])).toBeUndefined();
});

test.each([
  ['opne', 'open'],
  ['kyes', 'keys'],
  ['auht', 'auth'],
  ['exce', 'exec'],
  ['sandobx', 'sandbox'],
  ['adresses', 'addresses'],
])('%s is near %s', (typed, meant) => {
  expect(suggestCommand([typed])).toBe(meant);
});
