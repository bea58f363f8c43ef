// The place picker of `places search` in a real terminal, with a sandbox.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, commandLine, expectError } from '../support/tool';

const account = useAccount();
let terminal: Terminal | undefined;

afterEach(() => terminal?.kill());

interface Opening {
  env?: Record<string, string>;
  size?: { columns: number; rows: number };
}

function open(words: string[], { env, size }: Opening = {}): Terminal {
  terminal = new Terminal(
    words,
    account.home.environment({ ...account.environment, ...env }),
    size,
  );
  return terminal;
}

function search(args: string[] = [], opening: Opening = {}): Terminal {
  return open([...command, 'places', 'search', ...args], opening);
}

async function lookupsLeft(): Promise<unknown> {
  const { lookups_remaining } = (await account.result('GET', '/details')) as {
    lookups_remaining: unknown;
  };
  return lookups_remaining;
}

const enter = '\r';
const down = '\x1b[B';
const up = '\x1b[A';
const clearLine = '\x15';
const ready = /Enter to resolve the place/;
const done = { status: 0, restored: true, cursorShown: true };

describe.skipIf(!hasTerminal)('the place picker', () => {
  test('moves the highlight when you press an arrow key, Ctrl-N or Ctrl-P', async () => {
    const screen = search(['berlin deutschland']);
    await screen.until(ready);
    for (const [key, first, second] of [
      [down, ' ', '❯'],
      [down, ' ', '❯'],
      [up, '❯', ' '],
      ['\x0e', ' ', '❯'],
      ['\x10', '❯', ' '],
      [down, ' ', '❯'],
    ] as const) {
      screen.type(key);
      await screen.until(
        new RegExp(
          `Place: berlin deutschland\n${first} Berlin, Berlin, Germany.*\n${second} Berlin \\(region\\), Germany`,
        ),
      );
    }
    screen.type(enter);
    expect(await screen.end()).toEqual(done);
    expect(shown(screen)).toContain('Place: Berlin (region), Germany\n');
  });

  test('starts with the query from the command line, and searches for it immediately', async () => {
    const screen = search(['zurich']);
    await screen.until(/Place: zurich\n❯ Zurich, Zurich, Switzerland {2}CHE/);
    await screen.until(ready);
    screen.type('\x1b[D\x1b[D\x7fX');
    await screen.until(/Place: zurXch/);
    screen.type(`\x05${clearLine}bern`);
    await screen.until(/Place: bern\n❯ Bern.*CHE/);
    screen.type('\x03');
    expect((await screen.end()).status).toBe(130);
  });

  test.each<[args: string[], first: RegExp]>([
    [['--country-iso', 'usa'], /❯ Georgia, United States/],
    [['--country-iso', 'GEO'], /❯ Georgia {2}GEO/],
    [['--bias-country-iso', 'USA'], /❯ Georgia, United States/],
    [['--bias-lonlat', '-83.6,32.8,50000'], /❯ Georgia, United States/],
  ])('uses the search options %j', async (args, first) => {
    const screen = search(args);
    await screen.until(/Type the name/);
    screen.type('georgia');
    await screen.until(first);
    screen.type('\x03');
    await screen.end();
  });

  test('shows that no places were found, and ignores Enter', async () => {
    const screen = search(['zzzzqqqq']);
    await screen.until(/No places found/);
    screen.type(`${enter}${clearLine}bern`);
    await screen.until(/❯ Bern/);
    await screen.until(ready);
    screen.type(enter);
    expect(await screen.end()).toEqual(done);
    expect(await lookupsLeft()).toBe(49);
  });

  describe('in a terminal with 20 columns and 8 rows', () => {
    const size = { columns: 20, rows: 8 };

    test('scrolls to keep the highlight visible', async () => {
      const screen = search(['san'], { size });
      await screen.until(/^Place: san\n❯ [\s\S]*1 of 10/);
      for (let step = 2; step <= 10; step += 1) screen.type(down);
      await screen.until(/^Place: san\n[\s\S]*❯ [\s\S]*10 of 10/);
      await screen.cursorOn(/^Place: san$/, 10);
      screen.type('\x03');
      expect((await screen.end()).status).toBe(130);
      // The picker has also removed earlier output that was taller or wider.
      expect(shown(screen)).toBe('');
    });

    test.each<[name: string, typed: string, line: string, column: number]>([
      ['wide characters', '東京都', '東京都', 13],
      ['too many wide characters', '東京都東京都東京都', '…京都東京都', 18],
      ['a long line', 'a very long name of it', '… name of it', 19],
      ['combining marks that would fill a row', `a${'\u0301'.repeat(12)}`, '\\S+', 8],
      ['more combining marks than a row has cells', `a${'\u0301'.repeat(20)}`, '\\S+', 8],
      ['an emoji of several code points', 'a👨‍👩‍👧', 'a.*', 10],
    ])('positions the cursor correctly if you type %s', async (_, typed, line, column) => {
      const command = `echo; echo; exec ${commandLine} places search`;
      const screen = open(['sh', '-c', command], { size });
      await screen.until(/Type the name/);
      screen.type(typed);
      await screen.until(/No places|Enter/);
      await screen.cursorOn(new RegExp(`^Place: ${line} ?$`), column);
      expect(screen.screen().match(/Place/g)).toHaveLength(1);
      screen.type('\x03');
      expect((await screen.end()).status).toBe(130);
      expect(shown(screen)).toBe('');
    });
  });

  test('redraws when the terminal gets smaller', async () => {
    const pipe = join(account.home.path, 'resize');
    const command = [
      `mkfifo '${pipe}'; (read -r line < '${pipe}'; stty rows 6 <&2) &`,
      `exec ${commandLine} places search united`,
    ];
    const screen = open(['sh', '-c', command.join(' ')]);
    await screen.until(ready);
    screen.resize(100, 6);
    writeFileSync(pipe, '\n');
    await screen.until(/^Place: united\n❯ United States {2}USA\n.*\n.*\n1 of 7 · /);
    // The picker clears the rest of the screen, because terminals can wrap long lines again when they get smaller.
    expect(screen.raw).toContain('\r\x1b[J');
    screen.type('\x03');
    await screen.end();
    expect(shown(screen)).toBe('');
  });

  test.each<[name: string, args: string[], color: boolean]>([
    ['none', [], true],
    ['--no-color', ['--no-color'], false],
  ])('uses color unless --no-color is set (options: %s)', async (_, args, color) => {
    const screen = search(['berlin', ...args]);
    await screen.until(ready);
    screen.type('\x03');
    await screen.end();
    expect(/\x1b\[\d*m/.test(screen.raw)).toBe(color);
  });

  test('prints the ID of the chosen place at no cost if --print-id is set', async () => {
    const file = join(account.home.path, 'id');
    const command = `${commandLine} places search --print-id > '${file}'`;
    const screen = open(['sh', '-c', command]);
    await screen.until(/Type the name/);
    screen.type('berlin');
    await screen.until(/Enter to print the ID/);
    screen.type(enter);
    expect(await screen.end()).toEqual(done);
    expect(readFileSync(file, 'utf8')).toMatch(/^geonames_\d+\n$/);
    expect(await lookupsLeft()).toBe(50);
  });

  test('fails with API code 4020 after Enter if no lookups remain', async () => {
    await account.bench.control('PATCH', `/keys/${account.keys.key}`, { lookups_remaining: 0 });
    const screen = search(['berlin']);
    await screen.until(ready);
    screen.type(enter);
    expect(await screen.end()).toEqual({ ...done, status: 1 });
    expect(shown(screen)).toMatch(/Place: Berlin, Berlin, Germany\nError: .*code 4020/);
  });

  test.each<[name: string, args: string[], env: Record<string, string>]>([
    ['--list is set', ['--list'], {}],
    ['--no-input is set', ['--no-input'], {}],
    ['TERM is dumb', [], { TERM: 'dumb' }],
    ['a coding agent runs the command', [], { CLAUDECODE: '1' }],
  ])('does not open if %s; instead, `places search` prints a plain list', async (_, args, env) => {
    const screen = search(['berlin', ...args], { env });
    expect(await screen.end()).toEqual(done);
    expect(shown(screen)).toMatch(/^ID +PLACE +COUNTRY\ngeonames_\d+ +Berlin/);
    expect(screen.raw).not.toContain('Place:');
  });

  test.each([{ CLAUDECODE: '1' }, { WAYPOST_NO_INPUT: '1' }])(
    'opens if --input is set, even if the environment contains %j',
    async (env) => {
      const screen = search(['berlin', '--input'], { env });
      await screen.until(ready);
      screen.type('\x03');
      await screen.end();
    },
  );

  test('prints the --debug trace only after it closes', async () => {
    const screen = search(['berlin', '--debug']);
    await screen.until(ready);
    expect(screen.raw).not.toContain('> GET');
    screen.type('\x03');
    await screen.end();
    expect(shown(screen)).toMatch(/^> GET .*\/places\?query=berlin\n< 200/);
  });
});

describe('without a terminal,', () => {
  test.each<[args: string[], message: string]>([
    [[], 'Nothing to search for.'],
    [['--list'], 'Nothing to search for.'],
    [[''], 'The query is empty.'],
    [['berlin', '--print-id'], '--print-id opens the picker, which requires a terminal.'],
    [['--list', '--print-id'], '--list and --print-id cannot be combined.'],
  ])('`places search` fails with invalid_input (arguments: %j)', async (args, message) => {
    const run = await account.run(['places', 'search', ...args, '--json']);
    expectError(run, 'invalid_input', { message });
  });
});
