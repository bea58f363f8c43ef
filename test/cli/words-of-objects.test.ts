// Names that every object of JavaScript has are no commands, verbs or options, and are answered like any other word.
import { expect, test } from 'vitest';
import { suggestCommand } from '../../src/cli/usage/suggest-command';
import { suggestOption } from '../../src/cli/usage/suggest-option';

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s', (word) => {
  expect(suggestCommand([word])).toBeUndefined();
  expect(suggestCommand([word], 'keys')).toBeUndefined();
  expect(suggestOption(`--${word}`, [])).toBeUndefined();
});
