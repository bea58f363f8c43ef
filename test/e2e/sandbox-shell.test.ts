// The sandbox in scripts: the environment variables, a sign-up without a browser, --reuse, and snapshots.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { requirement } from '../support/requirement';
import { sample, systemTest } from '../support/runs';
import { useSandboxCommand } from '../support/sandbox-command';
import { sendJson, standIn } from '../support/service';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, commandLine, documentOf, errorOf, expectError } from '../support/tool';

const tool = useSandboxCommand();
const { run: sandbox, call, start, serve, listed } = tool;

interface Variables {
  WAYPOST_BASE_URL: string;
  WAYPOST_API_KEY: string;
  WAYPOST_USER_TOKEN: string;
}

const hasShell = (shell: string): boolean =>
  requirement(shell, () =>
    spawnSync(shell, ['--version']).status === 0 ? undefined : 'it is not installed',
  );

describe('`sandbox env`', () => {
  const posix = `eval "$(${commandLine} sandbox env --port "$0")"`;
  const lines: Record<string, string> = {
    bash: posix,
    zsh: posix,
    fish: `${commandLine} sandbox env --port $argv[1] | source`,
  };

  for (const shell of sample(Object.keys(lines))) {
    test.skipIf(!hasShell(shell))(
      `starts a sandbox and sets the environment variables with one command line in ${shell}`,
      async () => {
        const { port } = await start('--memory');
        await call('stop', '--all');
        const run = spawnSync(
          shell,
          ['-c', `${lines[shell]}; ${commandLine} keys details --json`, String(port)],
          { env: tool.home.environment({ SHELL: `/usr/bin/${shell}` }), encoding: 'utf8' },
        );
        expect([run.status, JSON.parse(run.stdout)]).toEqual([
          0,
          expect.objectContaining({ name: 'Test key' }),
        ]);
        expect(run.stderr).toContain(`Started a sandbox at http://127.0.0.1:${port}/v1.`);
        expect(await listed()).toMatchObject([{ port, data: null, detached: true }]);
      },
    );
  }

  test('uses the running sandbox, and creates a new key in each run', async () => {
    const { url } = await serve();
    const [one, other] = [
      documentOf(await call('env', '--json')) as Variables,
      documentOf(await call('env', '--json')) as Variables,
    ];
    expect(one).toEqual({
      WAYPOST_BASE_URL: url,
      WAYPOST_API_KEY: expect.stringMatching(/^ak_/) as unknown,
      WAYPOST_USER_TOKEN: expect.stringMatching(/^uk_/) as unknown,
    });
    expect(other.WAYPOST_API_KEY).not.toBe(one.WAYPOST_API_KEY);
    expect(await listed()).toHaveLength(1);
    const details = await tool.home.call('keys details --json', { env: { ...one } });
    expect(documentOf(details)).toMatchObject({ name: 'Test key' });
  });

  systemTest(
    'starts only one sandbox if six processes run `sandbox env` without a port',
    async () => {
      // After the sandbox stops, no sandbox uses its base URL.
      const { url } = await start('--memory');
      await call('stop', '--all');
      const runs = await Promise.all(
        Array.from({ length: 6 }, () =>
          tool.home.run('sandbox env --json', { env: { WAYPOST_BASE_URL: url } }),
        ),
      );
      const urls = runs.map((run) => Object(documentOf(run)).WAYPOST_BASE_URL as string);
      expect(new Set(urls).size).toBe(1);
      expect(await listed()).toHaveLength(1);
    },
  );

  systemTest('starts only one sandbox if two processes run `sandbox env` with a port', async () => {
    const { port } = await start('--memory');
    await call('stop', '--all');
    const runs = await Promise.all(
      [1, 2].map(() => sandbox('env', '--json', '--port', String(port))),
    );
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    expect(await listed()).toHaveLength(1);
  });

  test.each(
    sample([
      [
        'bash',
        /^export WAYPOST_BASE_URL=http\S+\nexport WAYPOST_API_KEY=ak_\w+\nexport WAYPOST_USER_TOKEN=uk_\w+\n$/,
      ],
      ['fish', /^set -gx WAYPOST_BASE_URL http\S+\nset -gx WAYPOST_API_KEY ak_\w+\n/],
      ['powershell', /^\$env:WAYPOST_BASE_URL = 'http\S+'\n\$env:WAYPOST_API_KEY = 'ak_\w+'\n/],
    ] as const),
  )('prints %s syntax if --shell or $SHELL selects this shell', async (shell, form) => {
    await serve();
    expect((await call('env', '--shell', shell)).stdout).toMatch(form);
    const byVariable = await tool.home.call('sandbox env', {
      env: { SHELL: `/usr/bin/${shell}` },
    });
    expect(byVariable.stdout).toMatch(form);
  });

  test.each([
    ['a typographic quote, which ends a string in PowerShell', 'ak_x’;calc;’', 'uk_x'],
    ['a quote', "ak_x';id;'", 'uk_x'],
    ['a backslash and a quote, which fish reads as a quote', "ak_x\\';id;'", 'uk_x'],
    ['a line feed', 'ak_x', 'uk_x\nid'],
    ['a control character', 'ak_x\x1b[A', 'uk_x'],
  ])(
    "does not print shell commands if a key in the sandbox's response contains %s",
    async (_, key, user_token) => {
      const health = { instance: 'x', pid: process.pid, version: '1', data: null };
      const other = await standIn(({ path }, response) =>
        sendJson(response, 200, path.includes('/health') ? health : { key, user_token }),
      );
      const { port } = new URL(other.url);
      const run = await call('env', '--shell', 'powershell', '--port', port);
      await other.close();
      expect(run).toMatchObject({ status: 3, stdout: '' });
      expect(run.stderr).toContain(`The sandbox on port ${port} sent an unexpected response`);
    },
  );

  systemTest('rejects an unknown shell, and a port that another program uses', async () => {
    expect(errorOf(await call('env', '--json', '--shell', 'tcsh'))).toMatchObject({ exit: 2 });
    const other = await standIn((_asked, response) => response.end());
    const { port } = new URL(other.url);
    expect(errorOf(await sandbox('env', '--json', '--port', port))).toMatchObject({
      exit: 2,
      message: `Another program is listening on 127.0.0.1:${port}.`,
    });
    await other.close();
    expect(await listed()).toEqual([]);
  });
});

describe('`sandbox signup`', () => {
  systemTest('completes a sign-up that another process waits for', async () => {
    const { url, port } = await serve();
    const [completed, signedUp] = await Promise.all([
      call('signup', '--json', '--port', String(port)),
      tool.home.run([
        'signup',
        '--no-browser',
        '--json',
        '--base-url',
        url,
        '--email',
        'a@b.example',
      ]),
    ]);
    expect(documentOf(completed)).toEqual({
      success: true,
      state: 'ready',
      user_id: expect.stringMatching(/^user_/) as unknown,
      url,
    });
    expect(documentOf(signedUp)).toMatchObject({
      success: true,
      user_id: Object(documentOf(completed)).user_id as unknown,
    });
    const accounts = await send('GET', `${new URL(url).origin}/_sandbox/accounts`);
    expect(accounts.json).toMatchObject({ accounts: [{ email: 'a@b.example' }] });
  });

  test('completes the sign-up whose URL or token you pass, or the newest sign-up if you pass neither', async () => {
    const { url } = await serve();
    const begin = async () => {
      const { json } = await send('POST', `${url}/sign_up`, { body: {} });
      return Object(json).result as { signup_url: string; cli_token: string };
    };
    const [first, second, third] = [await begin(), await begin(), await begin()];
    const state = async ({ cli_token }: { cli_token: string }) =>
      (await send('GET', `${url}/sign_up/${cli_token}`)).status;
    expect((await call('signup', first.signup_url)).status).toBe(0);
    expect((await call('signup', second.cli_token)).status).toBe(0);
    expect([await state(first), await state(second), await state(third)]).toEqual([200, 200, 202]);
    expect((await call('signup')).status).toBe(0);
    expect(await state(third)).toBe(200);
    const again = errorOf(await call('signup', '--json', first.signup_url));
    expect(again).toMatchObject({ exit: 2, message: 'the sign-up is claimed' });
  });

  test('fails if no sign-up is pending, or if no sandbox is running', async () => {
    expectError(await call('signup', '--json', '--wait', '0', '--port', '1'), 'network_error');
    await serve();
    expectError(await call('signup', '--json', '--wait', '0'), 'timeout');
  });
});

describe('`sandbox start --reuse`', () => {
  test.each(
    sample([
      ['in memory', () => ['--memory']] as const,
      ['in a directory', () => ['--data', join(tool.home.path, 'data')]] as const,
    ]),
  )('uses a sandbox that is already running (data: %s)', async (_, words) => {
    const { detached: _detached, ...first } = Object(
      documentOf(await sandbox('start', '--detach', '--json', '--port', '0', ...words())),
    );
    const again = await sandbox('start', '--reuse', '--json', '--port', '0', ...words());
    expect([again.status, documentOf(again)]).toEqual([
      0,
      { ...first, detached: true, reused: true },
    ]);
    expect(await listed()).toHaveLength(1);
  });

  systemTest('warns about options that do not apply to the running sandbox', async () => {
    await start('--memory');
    const words = ['start', '--reuse', '--json', '--memory', '--port', '0'];
    expect((await sandbox(...words)).stderr).toBe('');
    const run = await sandbox(...words, '--fault-seed', '1', '--no-rate-limit');
    expect(documentOf(run)).toMatchObject({ reused: true });
    expect(run.stderr).toContain('--fault-seed, --no-rate-limit had no effect');
  });
});

describe('`sandbox snapshot`', () => {
  systemTest('saves, lists, restores and deletes a snapshot of a sandbox in memory', async () => {
    await start('--memory');
    const env = { ...(documentOf(await call('env', '--json')) as Variables) };
    const name = async () => Object(await tool.home.json('keys details', { env })).name as unknown;
    const snapshot = (...args: string[]) => call('snapshot', ...args);
    expect(documentOf(await snapshot('list', '--json'))).toEqual([]);
    const saved = documentOf(await snapshot('save', 'one', '--json'));
    expect(saved).toMatchObject({
      success: true,
      name: 'one',
      size: expect.any(Number) as unknown,
    });
    await tool.home.call('keys update --name Changed', { env });
    expect(await name()).toBe('Changed');
    expect(documentOf(await snapshot('restore', 'one', '--yes', '--json'))).toMatchObject({
      success: true,
    });
    expect(await name()).toBe('Test key');
    expect(readdirSync(join(tool.home.path, '.local/share/waypost/snapshots'))).toEqual(['one.db']);
    await call('stop', '--all');
    await start('--memory');
    expect((await snapshot('restore', 'one', '--yes')).stdout).toContain('Restored one.');
    const { size, saved_at } = Object(saved);
    expect(documentOf(await snapshot('list', '--json'))).toEqual([{ name: 'one', size, saved_at }]);
    expect(documentOf(await snapshot('delete', 'one', '--yes', '--json'))).toMatchObject({
      success: true,
    });
    expect((await snapshot('list')).stdout).toContain('No snapshots. Save a snapshot with ');
  });

  test('rejects unknown, existing and invalid names, and requires --yes for `restore` and `delete`', async () => {
    const refused = async (...args: string[]) => errorOf(await call('snapshot', ...args, '--json'));
    expect(await refused('save', 'one', '--port', '1')).toMatchObject({ code: 'network_error' });
    const { port } = await serve();
    const at = ['--port', String(port)];
    await call('snapshot', 'save', 'one', ...at);
    expect(await refused('save', 'one', ...at)).toMatchObject({
      exit: 2,
      message: 'A snapshot named one already exists.',
      hint: expect.stringContaining('--force') as unknown,
    });
    expect((await call('snapshot', 'save', 'one', '--force', ...at)).status).toBe(0);
    for (const words of [
      ['restore', 'two', '--yes'],
      ['delete', 'two', '--yes'],
      ['save', '../x'],
      ['save', ''],
      ...['save', 'restore', 'delete'].flatMap((action) => [
        [action, '.'],
        [action, '..'],
      ]),
      ['save'],
      ['list', 'one'],
      ['keep', 'one'],
      ['restore', 'one', '--force'],
    ]) {
      expect(await refused(...words, ...at), words.join(' ')).toMatchObject({ exit: 2 });
    }
    for (const action of ['restore', 'delete']) {
      expect(await refused(action, 'one', ...at)).toMatchObject({
        exit: 2,
        hint: expect.stringContaining('--yes') as unknown,
      });
    }
    expect(documentOf(await call('snapshot', 'list', '--json', ...at))).toHaveLength(1);
  });

  test.skipIf(!hasTerminal).each(
    sample([
      ['restore', 'n', /Nothing was changed/, 'Changed', 1],
      ['restore', 'y', /Restored one/, 'Test key', 1],
      ['delete', 'n', /Nothing was changed/, 'Changed', 1],
      ['delete', 'y', /Deleted one/, 'Changed', 0],
    ] as const),
  )(
    'asks for confirmation at a terminal if the subcommand is %s (answer: %s)',
    async (action, typed, told, name, left) => {
      const { port } = await serve();
      const env = { ...(documentOf(await call('env', '--json')) as Variables) };
      await call('snapshot', 'save', 'one');
      await tool.home.call('keys update --name Changed', { env });
      const words = ['sandbox', 'snapshot', action, 'one', '--port', String(port)];
      const screen = new Terminal([...command, ...words], tool.home.environment());
      await screen.until(/Continue\?/);
      screen.type(`${typed}\r`);
      await screen.until(told);
      expect((await screen.end()).status).toBe(typed === 'n' ? 130 : 0);
      const details = await tool.home.call('keys details --json', { env });
      expect(documentOf(details)).toMatchObject({ name });
      expect(documentOf(await call('snapshot', 'list', '--json'))).toHaveLength(left);
    },
  );
});
