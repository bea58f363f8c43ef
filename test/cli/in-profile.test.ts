// Commands that texts tell a person to run carry the profile in use.
import { expect, test } from 'vitest';
import { inProfile } from '../../src/cli/run/context';

test.each([
  ['Run `waypost auth login`.', 'Run `waypost auth login --profile work`.'],
  [
    '`waypost a b`, then `waypost c <n>`',
    '`waypost a b --profile work`, then `waypost c <n> --profile work`',
  ],
  ['use "$(waypost auth token)"', 'use "$(waypost auth token --profile work)"'],
  ['`curl "$(waypost auth token)"`', '`curl "$(waypost auth token --profile work)"`'],
  ['`waypost configs get x --profile other`', '`waypost configs get x --profile other`'],
  ['`waypost sandbox start --port 1`', '`waypost sandbox start --port 1`'],
  ['`waypost sandbox set a=1`', '`waypost sandbox set a=1 --profile work`'],
  ['`waypost help` lists', '`waypost help` lists'],
  [
    'waypost is no command here, nor is `gh auth login`',
    'waypost is no command here, nor is `gh auth login`',
  ],
])('%s: %s', (text, expected) => {
  expect(inProfile(text, 'work')).toBe(expected);
  expect(inProfile(text, undefined)).toBe(text);
});
