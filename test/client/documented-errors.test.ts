// The errors of the library in docs/library.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/lib/error-codes';

const text = readFileSync(join(__dirname, '../../docs/library.md'), 'utf8');

const rows = new Map(
  [...text.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, code = '', meaning]) => [
    code,
    meaning,
  ]),
);

/** Errors that only the command ends with. */
const ofCommand = new Set([
  'internal_error',
  'program_not_found',
  'program_not_runnable',
  'signup_timeout',
]);

describe('the documentation of the library', () => {
  test.each(Object.entries(errorCodes).filter(([code]) => !ofCommand.has(code)))(
    'says what the message of %s states',
    (code, { meaning }) => {
      expect(rows.get(code)).toBe(meaning);
    },
  );
});
