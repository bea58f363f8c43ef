// `configs pull`, `push` and `diff` protect local changes and configs on the service from accidental overwriting.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { wordsOf } from '../support/hints';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, errorOf, expectError } from '../support/tool';

const account = useAccount();
let directory: string;
let terminal: Terminal | undefined;

beforeEach(() => {
  directory = join(account.home.path, 'configs');
  mkdirSync(directory);
});
afterEach(() => terminal?.kill());

/** Creates configs on the service and files in the directory. Each argument maps names to payloads. */
async function given(service: Record<string, string>, files: Record<string, string>) {
  for (const [name, payload] of Object.entries(service)) {
    await account.result('POST', '/configs', { name, payload });
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

function inFile(name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}

async function atService(): Promise<Record<string, string>> {
  const { configs } = (await account.result('GET', '/configs')) as {
    configs: { name: string; payload: string }[];
  };
  return Object.fromEntries(configs.map(({ name, payload }) => [name, payload]));
}

function configs(verb: string, ...options: string[]) {
  return account.call(['configs', verb, directory, ...options]);
}

function ask(verb: string, ...options: string[]): Terminal {
  terminal = new Terminal(
    [...command, 'configs', verb, directory, ...options],
    account.home.environment(account.environment),
  );
  return terminal;
}

describe('`configs pull`', () => {
  test('lists the files that differ from the configs on the service, and does not write any file, if it runs in a script', async () => {
    await given({ a: '1', b: '2', new: '3' }, { a: 'edited', b: 'edited too' });
    expectError(await configs('pull', '--json'), 'invalid_input', {
      message: '2 files differ from the configs on the service: a, b. Nothing was written.',
      hint: /--force/,
      details: {
        differing: [
          { name: 'a', file: 'a' },
          { name: 'b', file: 'b' },
        ],
      },
    });
    expect([inFile('a'), inFile('b'), existsSync(join(directory, 'new'))]).toEqual([
      'edited',
      'edited too',
      false,
    ]);
  });

  test('does not replace a file that is not valid UTF-8', async () => {
    await given({ a: '1' }, {});
    writeFileSync(join(directory, 'a'), Buffer.from([0xff, 0xfe]));
    expect(errorOf(await configs('pull', '--json')).exit).toBe(2);
    expect(readFileSync(join(directory, 'a'))).toEqual(Buffer.from([0xff, 0xfe]));
  });

  test('replaces the files that differ from the service if --force is set', async () => {
    await given({ a: '1' }, { a: 'edited' });
    expect(documentOf(await configs('pull', '--force', '--json'))).toMatchObject({
      success: true,
      written: [{ name: 'a', file: 'a' }],
    });
    expect(inFile('a')).toBe('1');
  });

  test('does not require --force if files are missing or identical', async () => {
    await given({ a: '1', b: '2' }, { a: '1', mine: 'x' });
    expect(documentOf(await configs('pull', '--json'))).toMatchObject({
      written: [{ name: 'b', file: 'b' }],
      unchanged: ['a'],
      local_only: ['mine'],
    });
  });

  test.skipIf(!hasTerminal).each([
    ['n', 130, 'edited', 'Nothing was changed.'],
    ['y', 0, '1', 'Written a'],
  ])(
    'asks at a terminal whether to replace a file that differs from the service (answer: %s)',
    async (typed, status, left, printed) => {
      await given({ a: '1' }, { a: 'edited' });
      const screen = ask('pull');
      await screen.until(
        /Differs a[\s\S]*1 file differs from the config on the service\. Replace the file\?/,
      );
      screen.type(`${typed}\r`);
      expect(await screen.end()).toMatchObject({ status, restored: true });
      expect(screen.screen()).toContain(printed);
      expect(inFile('a')).toBe(left);
    },
  );
});

describe('`configs push`', () => {
  const service = { same: 's', old: 'one', remote: 'r' };
  const files = { same: 's', old: 'two', fresh: 'new' };

  test.each([
    ['--yes', 'same old remote', { local_only: ['fresh'], service_only: ['remote'] }],
    ['--create --yes', 'same old remote fresh', { created: ['fresh'], service_only: ['remote'] }],
    ['--prune --yes', 'same old', { deleted: ['remote'], local_only: ['fresh'] }],
    ['--create --prune --yes', 'same old fresh', { created: ['fresh'], deleted: ['remote'] }],
  ])(
    'leaves only the expected configs on the service (options: %s, configs: %s)',
    async (options, left, report) => {
      await given(service, files);
      const run = await configs('push', ...options.split(' '), '--json');
      expect(documentOf(run)).toEqual({
        success: true,
        updated: ['old'],
        unchanged: ['same'],
        created: [],
        deleted: [],
        local_only: [],
        service_only: [],
        ...report,
      });
      const all: Record<string, string> = { ...service, ...files };
      expect(await atService()).toEqual(
        Object.fromEntries(left.split(' ').map((name) => [name, all[name]])),
      );
    },
  );

  test('suggests --create for files without a config on the service, and --prune for configs without a file', async () => {
    await given(service, files);
    const { stdout, stderr } = await configs('push', '--yes');
    expect(stderr).toMatch(/^Only in the directory \(--create .*\): fresh$/m);
    expect(stderr).toMatch(/^Only on the service \(--prune .*\): remote$/m);
    expect(stdout).toBe('Pushed. 0 created, 1 updated, 1 unchanged\n');
  });

  test('does not require --yes if there are no changes', async () => {
    await given({ remote: 'r' }, { fresh: 'new' });
    const { status, stdout } = await configs('push');
    expect([status, stdout]).toEqual([0, 'Nothing was changed.\n']);
    expect(await atService()).toEqual({ remote: 'r' });
  });

  test('does not delete a config whose file is a symbolic link', async () => {
    await given({ remote: 'r' }, {});
    symlinkSync('elsewhere', join(directory, 'remote'));
    const error = errorOf(await configs('push', '--prune', '--yes', '--json'));
    expect(error).toMatchObject({ exit: 2, message: expect.stringContaining('remote') });
    expect(await atService()).toEqual({ remote: 'r' });
  });

  test('lists every file whose name is not a valid config name, and does not change any config, if --create is set', async () => {
    const names = ['a b', 'x'.repeat(33), 'ä', 'e@x', '%2E%2E'];
    await given({ old: 'one' }, { old: 'two', fine: 'x' });
    for (const name of names) writeFileSync(join(directory, name), 'x');
    const error = errorOf(await configs('push', '--create', '--yes', '--json'));
    expect(error).toMatchObject({ exit: 2, code: 'invalid_input' });
    expect(error.details).toEqual({
      refused: names
        .map((file) => ({ name: decodeURIComponent(file), file }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    });
    for (const name of names) expect(error.message).toContain(name);
    expect(await atService()).toEqual({ old: 'one' });
    // Without --create, `configs push` does not send new files.
    expect(documentOf(await configs('push', '--yes', '--json'))).toMatchObject({
      updated: ['old'],
      local_only: expect.arrayContaining(['a b']),
    });
  });

  test('reports the position of the error in a file that is no longer valid JSON, and sends the file only if --force is set', async () => {
    const broken: [file: string, line: number, column: number][] = [
      ['', 1, 1],
      ['x', 1, 1],
      ['\ufeff{}', 1, 1],
      ['{} {}', 1, 4],
      ['{"a": 1,}', 1, 9],
      ['[1, ]', 1, 5],
      ['[1}', 1, 3],
      ['{"a" 1}', 1, 6],
      ["{'a': 1}", 1, 2],
      ['{"a": 01}', 1, 8],
      ['{"a": nul}', 1, 7],
      ['{"a": [true, false, null, -1.5e3, "\\u00e4\\n"] // why\n}', 1, 47],
      ['{\n  "ä\u{1f600}": "", x\n}\n', 2, 13],
      ['{\r\n  "a": "b\r\n}', 2, 10],
      ['["\\x"]', 1, 3],
      ['{"a": {"b": []}\n', 2, 1],
    ];
    const places = broken.map(([, line, column], index) => [`c${index + 10}`, line, column]);
    const files = Object.fromEntries(broken.map(([text], index) => [`c${index + 10}`, text]));
    const names = Object.keys(files);
    await given(
      { ...Object.fromEntries(names.map((name) => [name, '{"a": 1}'])), still: '{}', never: '{' },
      { ...files, still: '[{"a": "}"}, [], {}]\n', never: 'x' },
    );
    const run = await configs('push', '--yes', '--json');
    expect(errorOf(run)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^Invalid JSON in 16 files: c10, c11, /),
      details: {
        no_longer_json: places.map(([name, line, column]) => ({ name, file: name, line, column })),
      },
    });
    expect(await atService()).toMatchObject({ still: '{}', c10: '{"a": 1}' });
    const events = run.stderr.trimEnd().split('\n').slice(0, names.length);
    expect(
      events.map((line) => {
        const { event, name, file, line: at, column } = JSON.parse(line);
        expect([event, file]).toEqual(['no_longer_json', name]);
        return [name, at, column];
      }),
    ).toEqual(places);
    const warnings = places.map(
      ([name, line, column]) =>
        `Warning: ${name} is not valid JSON (line ${line}, column ${column}), but the config on the service is valid JSON.`,
    );
    const compared = await configs('diff', '--exit-code');
    expect(compared.status).toBe(1);
    expect(compared.stderr.match(/^Warning: .*$/gm)).toEqual(warnings);
    const pushed = await configs('push', '--yes', '--force');
    expect(pushed.stderr.match(/^Warning: .*$/gm)).toEqual(warnings);
    expect(pushed.status).toBe(0);
    expect(await atService()).toMatchObject(files);
  });

  test.skipIf(!hasTerminal)(
    'lists new and deleted configs before the confirmation prompt',
    async () => {
      await given(service, files);
      const screen = ask('push', '--create', '--prune');
      await screen.until(
        /fresh \(new\)[\s\S]*remote \(to be deleted\)[\s\S]*creates 1 config, [\s\S]*deletes 1[\s\S]*Continue\?/,
      );
      screen.type('n\r');
      expect((await screen.end()).status).toBe(130);
      expect(await atService()).toEqual(service);
    },
  );
});

describe('`configs diff --exit-code`', () => {
  test.each<[number, string, service: Record<string, string>, files: Record<string, string>]>([
    [1, 'a file is changed', { a: '1' }, { a: '2' }],
    [1, 'a file is new', {}, { a: '2' }],
    [1, 'a config has no file', { a: '1' }, {}],
    [0, 'all files are identical to the configs', { a: '1' }, { a: '1' }],
  ])('ends with exit code %i if %s', async (status, _what, service, files) => {
    await given(service, files);
    const run = await configs('diff', '--exit-code', '--json');
    expect(run.status).toBe(status);
    expect(documentOf(run)).toMatchObject({ different: status === 1 });
    expect((await configs('diff', '--exit-code')).status).toBe(status);
    expect((await configs('diff')).status).toBe(0);
  });
});

test('`configs list` suggests a command that creates a config if there are no configs', async () => {
  const { stdout } = await account.call('configs list');
  const [, words = ''] =
    /^No configs\. Create a config with `waypost (.*)`\.\n$/.exec(stdout) ?? [];
  const made = await account.call(wordsOf(words));
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(await atService()).toEqual({ checkout: '{}' });
});
