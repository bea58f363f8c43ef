// What the bundle omits of packages is never needed: the built command is run where each part would be.
import { expect, test } from 'vitest';
import { leftOut } from '../../scripts/build/left-out.mjs';
import { freshHome } from '../support/keys';
import { errorOf } from '../support/tool';

/** What would need each part: arguments, and the error they end with. */
const uses: Record<string, [args: string[], code: string][]> = {
  // commander starts `waypost-<name>` for subcommands that are programs.
  'commander node:child_process': [
    [['nosuch', '--json'], 'invalid_input'],
    [['keys', 'nosuch', '--json'], 'invalid_input'],
    [['help', 'nosuch', '--json'], 'invalid_input'],
  ],
};

test('each part has a case here', () => {
  expect(leftOut.map(({ of, source }) => `${of} ${source}`)).toEqual(Object.keys(uses));
});

test.each(Object.values(uses).flat())('%j ends with %s', async (args, code) => {
  expect(errorOf(await freshHome().run(args))).toMatchObject({ exit: 2, code });
});
