// A command that finds no data prints this fact, and suggests a command that works exactly as printed.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';

const account = useAccount();

/** Returns the arguments of each waypost command in backquotes. */
function commandsIn(text: string): string[][] {
  return [...text.matchAll(/`waypost ([^`]*)`/g)].map(([, line = '']) =>
    [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, one, other, bare]) => one ?? other ?? bare ?? '',
    ),
  );
}

const states: [args: string[], answer: RegExp][] = [
  [['configs', 'list'], /^No configs\./],
  [['licensees', 'list'], /^No licensees\./],
  [['licensees', 'list', '--query', 'nosuch'], /^No licensee's name contains the search term\./],
  [['licensees', 'list', '--starting-after', '999999'], /^No more licensees\./],
  [['places', 'search', 'zzqqxxyy'], /^No places found\./],
  [['addresses', 'autocomplete', 'zzqqxxyy'], /^No addresses found\./],
  [['addresses', 'near', '--lon=0', '--lat=0'], /^No addresses found near this point\./],
];

test.each(states)(
  'waypost, given the arguments %j, prints that the result is empty, and suggests a working command',
  async (args, answer) => {
    if (args[0] === 'licensees') {
      await account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: true });
    }
    const run = await account.call(args);
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(answer);
    const named = commandsIn(run.stdout);
    expect(named).toHaveLength(1);
    for (const words of named) {
      const next = await account.call(words);
      expect(next, words.join(' ')).toMatchObject({ status: 0 });
      expect(next.stdout).not.toBe('');
    }
  },
);

test('`profiles list`, if there are no profiles, prints how to bind the working directory to a profile', async () => {
  const { stdout } = await account.run('profiles list');
  expect(stdout).toMatch(/^No profiles\./);
  const [words = []] = commandsIn(stdout);
  expect(await account.call(words)).toMatchObject({ status: 0 });
  expect((await account.call('profiles list')).stdout).toContain('work');
});
