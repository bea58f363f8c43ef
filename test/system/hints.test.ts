// Runs the commands from hints that require a separate process, a sandbox or a terminal. test/e2e/hints.test.ts tests all
// other hints.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ending, follow, ofProcesses, unseenIn } from '../support/hints';
import { useSandboxCommand } from '../support/sandbox-command';
import { freshHome, having, pending, signUpService } from '../support/sign-up';
import { hasTerminal, shown, Terminal } from '../support/terminal';
import { command, type Home, type Run } from '../support/tool';

const ending: Ending = [
  [/^sandbox start\b.*--detach/, []],
  [/^sandbox start\b.*--port/, ['--detach']],
  [/^sandbox start\b/, ['--detach', '--port', '0']],
  [/^signup\b/, ['--no-wait']],
  [/^auth login\b/, ['--api-key', 'ak_0123456789']],
];

const seen: string[] = [];

async function followed({ stdout, stderr }: Pick<Run, 'stdout' | 'stderr'>, home: Home, url = '') {
  const env = url === '' ? {} : { WAYPOST_BASE_URL: url };
  const call = (words: string[]) => home.run(words, { env });
  const fill = { '<name>': 'work' };
  // Commands can fail with exit code 3, because no service runs at the default base URL.
  seen.push((await follow(stdout + stderr, { call, ending, fill, refusals: [3] })).said);
}

const tool = useSandboxCommand();

describe('each command that waypost suggests', () => {
  test('works after `sandbox start --detach`', async () => {
    const run = await tool.run('start', '--detach', '--port', '0');
    const [url] = /http:\S+\/v1/.exec(run.stdout) ?? [];
    await followed(run, tool.home, url);
    expect(await tool.listed()).toEqual([]);
  });

  test('works after `sandbox env` starts a sandbox', async () => {
    const run = await tool.run('env');
    expect(await tool.listed()).toHaveLength(1);
    await followed({ ...run, stdout: '' }, tool.home);
    expect(await tool.listed()).toEqual([]);
  });

  test.each([[[]], [['--memory']]])(
    'works if another sandbox uses the port (options: %j)',
    async (args) => {
      const { port } = await tool.start();
      const run = await tool.run('start', '--detach', '--port', String(port), ...args);
      await followed(run, tool.home);
      // The suggested commands stopped the first sandbox and started a second one.
      expect(await tool.listed()).toMatchObject([{ port: expect.any(Number) }]);
      expect((await tool.listed()).map((one) => one.port)).not.toContain(port);
    },
  );

  test.each(['stop', 'status', 'url', 'logs'])(
    'works if only an in-memory sandbox is running (suggested by: sandbox %s)',
    async (verb) => {
      await tool.start('--memory');
      await followed(await tool.run(verb), tool.home);
    },
  );

  test('works if several sandboxes are running', async () => {
    await tool.start('--memory');
    await tool.start('--memory');
    await followed(await tool.run('stop'), tool.home);
  });

  test("works if the sandbox's store is damaged", async () => {
    const { data } = await tool.start();
    await tool.run('stop');
    writeFileSync(join(String(data), 'sandbox.db'), 'damaged');
    await followed(await tool.run('start', '--detach', '--port', '0'), tool.home);
    expect(await tool.listed()).toMatchObject([{ data }, { data: `${data}-new` }]);
  });

  test('works after an interrupted sign-up', async () => {
    const home = freshHome();
    let interrupt = () => {};
    const service = await signUpService({ poll: [having(() => interrupt(), pending)] });
    const run = await home.run(['signup', '--base-url', service.url], {
      whileRunning: (child) => {
        interrupt = () => child.kill('SIGINT');
      },
    });
    expect(run.signal).toBe('SIGINT');
    await followed({ stdout: '', stderr: run.stderr }, home);
  });

  test.skipIf(!hasTerminal)('works after `auth switch` finds no profile', async () => {
    const screen = new Terminal([...command, 'auth', 'switch'], tool.home.environment());
    await screen.end();
    await followed({ stdout: '', stderr: shown(screen) }, tool.home);
  });
});

test.skipIf(!hasTerminal)(
  'the tests in this file run the commands of every hint in the list `ofProcesses`',
  () => {
    const unseen = unseenIn(seen);
    expect(ofProcesses.filter((one) => unseen.includes(one))).toEqual([]);
  },
);
