// The `configs` commands, with a sandbox.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { documentOf, errorOf, expectError } from '../support/tool';

const account = useAccount();
const unreachable = { env: { WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1' } };
const odd = '\ufeff{"ä": "\u{1f600}"}\r\n\tx\0y\n\n';

function directory(): string {
  return join(account.home.path, 'configs');
}

function put(name: string, payload: string | Buffer): void {
  mkdirSync(directory(), { recursive: true });
  writeFileSync(join(directory(), name), payload);
}

function create(name: string, payload: string): Promise<unknown> {
  return account.result('POST', '/configs', { name, payload });
}

describe('`waypost configs`', () => {
  test('`create`, `list` and `get` print configs as text', async () => {
    const made = await account.call(['configs', 'create', 'shop', '--payload', 'a\nb']);
    expect(made.stdout).toMatch(/^Created\.\n\nConfig +shop\nPayload +3 characters\n/);
    const list = await account.call('configs list');
    expect(list.stdout).toMatch(/^NAME +PAYLOAD +UPDATED +CREATED\nshop +3 characters +20/);
    const got = await account.call('configs get shop');
    expect(got.stdout).toMatch(/\n\na\nb\n$/);
  });

  test('`create` sends a payload from a file or standard input byte for byte', async () => {
    const file = join(account.home.path, 'payload');
    writeFileSync(file, odd);
    await account.call(['configs', 'create', 'one', '--payload-file', file]);
    await account.call('configs create two --payload-file -', { input: odd });
    for (const name of ['one', 'two']) {
      expect(await account.result('GET', `/configs/${name}`)).toMatchObject({ payload: odd });
    }
  });

  test('`create` and `update` reject a payload of more than 65,536 code points without sending a request', async () => {
    const run = await account.call('configs create most --payload-file - --json', {
      input: '\u{1f600}'.repeat(65_536),
    });
    expect(run.status).toBe(0);
    for (const verb of ['create', 'update']) {
      const words = ['configs', verb, 'more', '--payload-file', '-', '--json'];
      const input = `${'\u{1f600}'.repeat(65_536)}x`;
      expectError(await account.call(words, { ...unreachable, input }), 'invalid_input');
    }
  });

  test.each([
    [['create', 'a'], 'The payload is missing.'],
    [['update', 'a'], 'The payload is missing.'],
    [['create', 'a', '--payload', 'x', '--payload-file', 'y'], 'cannot be combined'],
    [['create', 'a', '--payload-file', '/nosuchfile'], 'no such file'],
    [['create', 'a', '--payload-file', '-', '--api-key', '-'], 'Standard input'],
  ])(
    '`create` and `update` fail with invalid_input without sending a request if the arguments are %j',
    async (words, message) => {
      await account.fails(
        ['configs', ...words],
        'invalid_input',
        { message: expect.stringContaining(message) },
        unreachable,
      );
    },
  );

  test('`create` rejects a payload that is not valid UTF-8', async () => {
    put('x', Buffer.from([0xff, 0xfe]));
    const words = ['configs', 'create', 'a', '--payload-file', join(directory(), 'x'), '--json'];
    expectError(await account.call(words, unreachable), 'invalid_input');
  });

  test('`create` suggests `update` for an existing config, and `update` suggests `create` for a missing config', async () => {
    await create('shop', '');
    const taken = ['configs', 'create', 'shop', '--payload', '', '--json'];
    expect(errorOf(await account.call(taken))).toMatchObject({
      api_code: 4090,
      hint: expect.stringContaining('waypost configs update shop'),
    });
    const missing = ['configs', 'update', 'nosuch', '--payload', '', '--json'];
    expect(errorOf(await account.call(missing))).toMatchObject({
      api_code: 4047,
      hint: expect.stringContaining('waypost configs create nosuch'),
    });
  });
});

describe('`configs pull`', () => {
  test('writes every payload byte for byte, and in later runs writes only the files that differ from the service', async () => {
    await create('shop.json', odd);
    await create('empty', '');
    const run = await account.call(['configs', 'pull', directory(), '--json']);
    expect(documentOf(run)).toEqual({
      success: true,
      directory: directory(),
      written: [
        { name: 'shop.json', file: 'shop.json' },
        { name: 'empty', file: 'empty' },
      ],
      unchanged: [],
      local_only: [],
    });
    expect(readFileSync(join(directory(), 'shop.json'))).toEqual(Buffer.from(odd));
    put('mine', 'x');
    put('empty', 'changed');
    const again = await account.call(['configs', 'pull', directory(), '--force', '--json']);
    expect(documentOf(again)).toMatchObject({
      written: [{ name: 'empty' }],
      unchanged: ['shop.json'],
      local_only: ['mine'],
    });
    expect(readFileSync(join(directory(), 'mine'), 'utf8')).toBe('x');
  });

  test('encodes a config name that begins with a dot, and `configs diff` decodes the file name', async () => {
    await create('.git', 'gitdir: /elsewhere');
    await account.call(['configs', 'pull', directory()]);
    expect(readdirSync(directory())).toEqual(['%2Egit']);
    const diff = await account.call(['configs', 'diff', directory(), '--json']);
    expect(documentOf(diff)).toMatchObject({ different: false });
  });

  test.each(['symbolic link', 'directory'])(
    'does not write any file if a config has the name of an existing %s',
    async (kind) => {
      await create('a', '1');
      await create('b', '2');
      mkdirSync(directory());
      const outside = join(account.home.path, 'outside');
      writeFileSync(outside, 'kept');
      if (kind === 'symbolic link') symlinkSync(outside, join(directory(), 'b'));
      else mkdirSync(join(directory(), 'b'));
      await account.fails(['configs', 'pull', directory()], 'invalid_input');
      expect(readFileSync(outside, 'utf8')).toBe('kept');
      expect(existsSync(join(directory(), 'a'))).toBe(false);
    },
  );

  test('keeps the file mode of an existing file', async () => {
    await create('a', '1');
    put('a', 'before');
    const { mode } = statSync(join(directory(), 'a'));
    await account.call(['configs', 'pull', directory(), '--force']);
    expect(statSync(join(directory(), 'a')).mode).toBe(mode);
    expect(readdirSync(directory())).toEqual(['a']);
  });
});

describe('`waypost configs`', () => {
  async function differing(): Promise<void> {
    await create('same', 's\n');
    await create('old', 'one\ntwo\n');
    await create('remote', 'r');
    put('same', 's\n');
    put('old', 'one\n2\n');
    put('fresh', 'new\n');
    put('.hidden', 'never');
    mkdirSync(join(directory(), 'sub'));
    symlinkSync('/etc/passwd', join(directory(), 'passwd'));
  }

  test('`diff` shows the changes that `push` would make, and does not make them', async () => {
    await differing();
    const before = await account.result('GET', '/configs');
    const run = await account.call(['configs', 'diff', directory(), '--json']);
    expect(documentOf(run)).toEqual({
      different: true,
      configs: [
        { name: 'fresh', file: 'fresh', state: 'added', diff: '@@ -0,0 +1 @@\n+new' },
        { name: 'old', file: 'old', state: 'changed', diff: '@@ -1,2 +1,2 @@\n one\n-two\n+2' },
        { name: 'remote', file: null, state: 'service_only', diff: '' },
        { name: 'same', file: 'same', state: 'unchanged', diff: '' },
      ],
      ignored: [
        { file: '.hidden', reason: 'hidden' },
        { file: 'passwd', reason: 'link' },
        { file: 'sub', reason: 'folder' },
      ],
    });
    const text = await account.call(['configs', 'diff', directory()]);
    expect(text.stdout).toContain('old (changed)\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
    expect(text.stdout).toMatch(
      /^Skipped: \.hidden \(hidden\), passwd \(a link\), sub \(a directory\)$/m,
    );
    expect(await account.result('GET', '/configs')).toEqual(before);
  });

  test('`push` requires --yes in a script, and prints the diff before it changes the configs', async () => {
    await differing();
    await account.fails(['configs', 'push', directory()], 'invalid_input');
    const run = await account.call(['configs', 'push', directory(), '--create', '--yes']);
    expect(run.stderr).toContain('-two\n+2');
    expect(run.stdout).toBe('Pushed. 1 created, 1 updated, 1 unchanged\n');
    const { configs } = (await account.result('GET', '/configs')) as {
      configs: { name: string; payload: string }[];
    };
    expect(configs.map(({ name, payload }) => [name, payload])).toEqual([
      ['same', 's\n'],
      ['old', 'one\n2\n'],
      ['remote', 'r'],
      ['fresh', 'new\n'],
    ]);
    const again = await account.call(['configs', 'push', directory(), '--json']);
    expect(documentOf(again)).toEqual({
      success: true,
      created: [],
      updated: [],
      deleted: [],
      unchanged: ['fresh', 'old', 'same'],
      local_only: [],
      service_only: ['remote'],
    });
  });

  test.each([
    ['not valid UTF-8', Buffer.from([0xff])],
    ['too long', 'x'.repeat(65_537)],
  ])('`push` does not send any file if one of the files is %s', async (_, payload) => {
    put('a', 'fine');
    put('b', payload);
    await account.fails(['configs', 'push', directory(), '--yes'], 'invalid_input', {
      message: /b /,
    });
    expect(await account.result('GET', '/configs')).toEqual({ configs: [] });
  });

  test('`diff` and `push` list skipped files even if no file differs from the service', async () => {
    put('.hidden', 'never');
    const { stdout } = await account.call(['configs', 'diff', directory()]);
    expect(stdout).toBe(
      'The files and the configs on the service are identical.\nSkipped: .hidden (hidden)\n',
    );
    const { stderr } = await account.call(['configs', 'push', directory(), '--yes']);
    expect(stderr).toBe('Skipped: .hidden (hidden)\n');
  });

  describe('`push`, if the service rejects a file,', () => {
    async function refusable(): Promise<void> {
      await create('old', 'one');
      put('a', 'fine');
      put('b', 'fine');
      put('old', 'two');
      const path = `/v1/keys/${account.keys.key}/configs/old`;
      await account.bench.control('POST', '/faults', { path, fault: '5001' });
    }

    test('reports the rejected file and the reason as JSON, and pushes the other files', async () => {
      await refusable();
      const run = await account.call([
        'configs',
        'push',
        directory(),
        '--create',
        '--yes',
        '--json',
      ]);
      expect(run.stderr).toBe('');
      const error = errorOf(run);
      expect(error).toMatchObject({ exit: 3, code: 'service_unavailable', api_code: 5001 });
      expect(error.message).toContain('1 of 3 changes: old.');
      expect(error.details).toEqual({
        created: ['a', 'b'],
        updated: [],
        deleted: [],
        unchanged: [],
        local_only: [],
        service_only: [],
        refused: [
          {
            name: 'old',
            file: 'old',
            message: expect.any(String),
            status: 500,
            api_code: 5001,
            hint: expect.any(String),
          },
        ],
      });
    });

    test('prints the name of the rejected file and the number of pushed files', async () => {
      await refusable();
      const run = await account.call(['configs', 'push', directory(), '--create', '--yes']);
      expect([run.status, run.stdout]).toEqual([3, '']);
      expect(run.stderr).toMatch(/^Rejected old: ./m);
      expect(run.stderr).toContain('waypost pushed the other 2 changes.');
    });

    test('sends only the rejected file in the next run', async () => {
      await refusable();
      await account.call(['configs', 'push', directory(), '--create', '--yes', '--json']);
      const before = await account.result('GET', '/configs');
      const again = errorOf(
        await account.call(['configs', 'push', directory(), '--create', '--yes', '--json']),
      );
      expect(again).toMatchObject({
        exit: 3,
        details: { created: [], updated: [], unchanged: ['a', 'b'] },
      });
      expect(again.message).toContain('1 of 1 change: old.');
      expect(await account.result('GET', '/configs')).toEqual(before);
    });
  });

  test('`diff` and `push` reject a missing directory', async () => {
    for (const verb of ['diff', 'push']) {
      await account.fails(['configs', verb, directory()], 'invalid_input');
    }
  });
});
