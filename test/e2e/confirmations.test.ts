// Commands in a real terminal: the prompts before changes that cannot be undone, and the width of tables and charts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { sample } from '../support/runs';
import { hasTerminal, Terminal } from '../support/terminal';
import { command } from '../support/tool';

const account = useAccount({ sublicensing: true });
let terminal: Terminal | undefined;

afterEach(() => terminal?.kill());

function open(...args: string[]): Terminal {
  terminal = new Terminal([...command, ...args], account.home.environment(account.environment));
  return terminal;
}

async function licensee(): Promise<string> {
  const { id } = (await account.result('POST', '/licensees', { name: 'Acme Ltd' })) as {
    id: string;
  };
  return id;
}

const done = { status: 0, restored: true, cursorShown: true };

describe.skipIf(!hasTerminal)('at a terminal,', () => {
  test('`licensees delete` deletes the licensee after you type its name', async () => {
    const id = await licensee();
    const screen = open('licensees', 'delete', id);
    await screen.until(/Type Acme Ltd to confirm:/);
    expect(await account.result('GET', '/licensees')).toMatchObject({ licensees: [{ id }] });
    screen.type('Acme Ltd\r');
    expect(await screen.end()).toEqual(done);
    expect(await account.result('GET', '/licensees')).toMatchObject({ licensees: [] });
  });

  test.each(sample(['acme ltd', '', '1', 'y']))(
    '`licensees delete` and `licensees regenerate-key` do not change the licensee if you type %j instead of its name',
    async (typed) => {
      const id = await licensee();
      const before = await account.result('GET', '/licensees');
      for (const verb of ['delete', 'regenerate-key']) {
        const screen = open('licensees', verb, id);
        await screen.until(/Type Acme Ltd to confirm:/);
        screen.type(`${typed}\r`);
        expect((await screen.end()).status).toBe(2);
        expect(screen.screen()).toContain('Nothing was changed');
      }
      expect(await account.result('GET', '/licensees')).toEqual(before);
    },
  );

  test('`configs delete` does not delete the config if you press Ctrl-C', async () => {
    await account.result('POST', '/configs', { name: 'shop', payload: '' });
    const screen = open('configs', 'delete', 'shop');
    await screen.until(/Type shop to confirm:/);
    screen.type('\x03');
    expect(await screen.end()).toEqual({ ...done, status: 130 });
    expect(await account.result('GET', '/configs')).toMatchObject({ configs: [{ name: 'shop' }] });
  });

  test('`configs delete` deletes the config after you type its name', async () => {
    await account.result('POST', '/configs', { name: 'shop', payload: '' });
    const screen = open('configs', 'delete', 'shop');
    await screen.until(/Type shop to confirm:/);
    screen.type('shop\r');
    expect(await screen.end()).toEqual(done);
    expect(await account.result('GET', '/configs')).toEqual({ configs: [] });
  });

  test.each([
    ['n', 130, 'Nothing was changed.', []],
    ['y', 0, 'Pushed.', [expect.objectContaining({ name: 'shop', payload: 'x' })]],
  ])(
    '`configs push` shows the differences and asks whether to continue (answer: %s)',
    async (typed, status, said, configs) => {
      const directory = join(account.home.path, 'configs');
      mkdirSync(directory);
      writeFileSync(join(directory, 'shop'), 'x');
      const screen = open('configs', 'push', directory, '--create');
      await screen.until(/shop \(new\)[\s\S]*\+x[\s\S]*Continue\?/);
      screen.type(`${typed}\r`);
      expect(await screen.end()).toEqual({ ...done, status });
      expect(screen.screen()).toContain(said);
      expect(await account.result('GET', '/configs')).toEqual({ configs });
    },
  );

  test('`keys usage` and `licensees list` do not print lines that are wider than the terminal', async () => {
    const day = 86_400_000;
    const from = new Date(Date.now() - 80 * day).toISOString();
    await account.lookups(500, from, new Date().toISOString());
    await account.result('POST', '/licensees', { name: `Long ${'x'.repeat(100)}` });
    const usage = open('keys', 'usage', '--last', '80d');
    await usage.end();
    // The chart has one bar for each full day, and one bar for today.
    expect(usage.screen()).toMatch(/└─{80}$/m);
    const list = open('licensees', 'list');
    await list.end();
    expect(list.screen()).toMatch(/Long x+… +sl_\w{3}…/);
    for (const screen of [usage, list]) {
      const lines = screen.screen().split('[ended 0]')[0]?.split('\n') ?? [];
      // If a line were too long, the terminal would have wrapped the line.
      expect(lines.filter((line) => /^x|^─/.test(line))).toEqual([]);
    }
  });
});
