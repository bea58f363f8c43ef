// The `licensees` commands, with a sandbox.
import { describe, expect, onTestFinished, test } from 'vitest';
import { useAccount } from '../support/account';
import { proxyTo } from '../support/proxy';
import { documentOf, errorOf } from '../support/tool';

interface Licensee {
  id: string;
  key: string;
  name: string;
}

const account = useAccount({ sublicensing: true });

async function create(name: string): Promise<Licensee> {
  const run = await account.call(['licensees', 'create', '--name', name, '--json']);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return documentOf(run) as Licensee;
}

describe('`licensees create`', () => {
  test('sends all given fields and prints the licensee', async () => {
    const words = ['--name', 'Acme Ltd', '--address', 'Weg 1', '--postcode', '10115'];
    const urls = ['--whitelist', 'https://a.example', '--whitelist', 'http://localhost:3000'];
    const run = await account.call([
      'licensees',
      'create',
      ...words,
      ...urls,
      '--daily-limit',
      '500',
      '--json',
    ]);
    const licensee = documentOf(run) as Licensee;
    expect(licensee).toEqual(await account.result('GET', `/licensees/${licensee.id}`));
    expect(licensee).toMatchObject({
      key: expect.stringMatching(/^sl_/),
      name: 'Acme Ltd',
      address: 'Weg 1',
      postcode: '10115',
      whitelist: ['https://a.example', 'http://localhost:3000'],
      daily: { limit: 500 },
    });
  });

  test.each([
    [[], 'name is missing'],
    [['--name', ' '], 'name of the licensee is empty'],
    [['--name', 'x', '--daily-limit', '-1'], '--daily-limit'],
    [['--name', 'x', '--whitelist', ''], '--whitelist'],
    [['x', '--whitelist', 'https://a.example/shop'], 'is not an origin'],
    [['x', '--whitelist', 'a.example', '--whitelist', 'x y'], 'is not an origin'],
    [['x', '--whitelist', 'javascript:alert(1)'], 'is not an origin'],
    [['x', '--whitelist', 'notaurl'], 'is not an origin'],
    [['x', '--whitelist', 'https://a..example'], 'is not an origin'],
    [['x', '--whitelist', 'a.example:99999'], 'is not an origin'],
    [['x', '--name', 'y'], 'two names'],
  ])('rejects the arguments %j', async (words, message) => {
    await account.fails(['licensees', 'create', ...words], 'invalid_input', {
      message: expect.stringContaining(message),
    });
  });
});

describe('if sublicensing is not enabled for the key,', () => {
  const off = () =>
    account.bench.control('PATCH', `/keys/${account.keys.key}`, { sublicensing: false });

  test.each([
    ['list'],
    ['create', '--name', 'x'],
    ['get', '1'],
    ['update', '1', '--name', 'x'],
    ['delete', '1', '--yes'],
    ['regenerate-key', '1', '--yes'],
  ])(
    'the hint of `licensees %s` contains the command that enables sublicensing in a sandbox',
    async (...words) => {
      await off();
      const error = errorOf(await account.call(['licensees', ...words, '--json']));
      expect(error).toMatchObject({ exit: 4, code: 'auth_failed', api_code: 4013 });
      expect(error.hint).toContain(`${account.bench.sandbox.origin}/dashboard`);
      const [, command = ''] = /`waypost (sandbox set .*?)`/.exec(String(error.hint)) ?? [];
      expect((await account.call(command.split(' '))).status).toBe(0);
      expect(error.hint).toContain('must specify a licensee or use a licensee key');
      expect(error.hint).toContain(
        '`waypost sandbox set sublicensing=off` disables sublicensing again.',
      );
      expect((await account.call('licensees list --json')).status).toBe(0);
    },
  );

  test('the hint of `licensees list` contains the placeholder `<key>` if an option or argument selects the key', async () => {
    await off();
    const { key } = account.keys;
    for (const words of [
      ['list', key],
      ['list', '--api-key', key],
    ]) {
      const error = errorOf(await account.call(['licensees', ...words, '--json']));
      expect(error.hint).toContain('`waypost sandbox set <key> sublicensing=on`');
    }
  });

  test('the hint of `licensees list` does not mention a sandbox if the service is on another host', async () => {
    await off();
    const proxy = await proxyTo(account.bench.sandbox.origin);
    onTestFinished(() => proxy.close());
    const env = { WAYPOST_BASE_URL: 'http://service.invalid/v1', HTTP_PROXY: proxy.url };
    const run = await account.call('licensees list --json --insecure-http', { env });
    const error = errorOf(run);
    expect(error).toMatchObject({ api_code: 4013, hint: expect.stringContaining('dashboard') });
    expect(error.hint).not.toContain('sandbox');
  });
});

describe('`waypost licensees`', () => {
  test('`update` changes only the given fields', async () => {
    const licensee = await create('Acme');
    const words = ['--daily-limit', '9', '--whitelist', 'https://a.example'];
    const run = await account.call(['licensees', 'update', licensee.id, ...words, '--json']);
    expect(documentOf(run)).toEqual({
      ...licensee,
      whitelist: ['https://a.example'],
      daily: expect.objectContaining({ limit: 9 }),
    });
    const emptied = ['licensees', 'update', licensee.id, '--whitelist', 'none'];
    const { stdout } = await account.call([...emptied, '--daily-limit', 'none']);
    expect(stdout).toMatch(/^Allowed URLs +any$/m);
    expect(stdout).not.toContain(licensee.key);
  });

  test('`update` fails with invalid_input if no change is given', async () => {
    await account.fails('licensees update 1', 'invalid_input');
  });

  test('`get` and `delete` accept a name instead of an ID', async () => {
    const words = ['licensees', 'create', 'Acme', 'Ltd', '--whitelist', '*.a.example', '--json'];
    const made = documentOf(await account.call(words)) as Licensee;
    expect(made.name).toBe('Acme Ltd');
    await create('Acme Inc');
    for (const name of ['Acme Ltd', 'acme ltd']) {
      const got = await account.json(['licensees', 'get', name]);
      expect(got).toEqual(made);
    }
    const run = await account.call('licensees get acme --json');
    expect(errorOf(run)).toMatchObject({
      exit: 2,
      message: 'No licensee is named "acme". The names of 2 licensees contain this text.',
      hint: expect.stringMatching(
        /^Use the ID of a licensee: \d+ \(Acme Ltd\), \d+ \(Acme Inc\)\./,
      ),
    });
    const usage = ['keys', 'usage', '--start', '2026-01', '--end', '2026-01', '--licensee'];
    expect((await account.call([...usage, 'Acme Ltd', '--json'])).stdout).toBe(
      (await account.call([...usage, made.id, '--json'])).stdout,
    );
    const deleted = await account.call(['licensees', 'delete', 'Acme Inc', '--yes', '--json']);
    expect(documentOf(deleted)).toEqual({ deleted: 1 });
  });

  test.each(['..', '.', ''])('`get` rejects the ID %j', async (id) => {
    await account.fails(['licensees', 'get', id], 'invalid_input');
  });
});
