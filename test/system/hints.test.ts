// Hints that need a separate process, a sandbox or a terminal, and the commands that they name. All other hints are tested
// in test/e2e/hints.test.ts.
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
  // The base URL of the other commands has no service.
  seen.push((await follow(stdout + stderr, { call, ending, fill, refusals: [3] })).said);
}

const tool = useSandboxCommand();

describe('the hint of a sandbox', () => {
  test('that was started can be followed', async () => {
    const run = await tool.run('start', '--detach', '--port', '0');
    const [url] = /http:\S+\/v1/.exec(run.stdout) ?? [];
    await followed(run, tool.home, url);
    expect(await tool.listed()).toEqual([]);
  });

  test('that `sandbox env` started can be followed', async () => {
    const run = await tool.run('env');
    expect(await tool.listed()).toHaveLength(1);
    await followed({ ...run, stdout: '' }, tool.home);
    expect(await tool.listed()).toEqual([]);
  });

  test.each([[], ['--memory']])(
    'that another sandbox replaces can be followed (%#)',
    async (...args) => {
      const { port } = await tool.start();
      const run = await tool.run('start', '--detach', '--port', String(port), ...args);
      await followed(run, tool.home);
      // One was stopped, and another one started.
      expect(await tool.listed()).toMatchObject([{ port: expect.any(Number) }]);
      expect((await tool.listed()).map((one) => one.port)).not.toContain(port);
    },
  );

  test.each(['stop', 'status', 'url', 'logs'])(
    'that `sandbox %s` might mean can be followed',
    async (verb) => {
      await tool.start('--memory');
      await followed(await tool.run(verb), tool.home);
    },
  );

  test('that is one of several can be followed', async () => {
    await tool.start('--memory');
    await tool.start('--memory');
    await followed(await tool.run('stop'), tool.home);
  });

  test('whose store is damaged can be followed', async () => {
    const { data } = await tool.start();
    await tool.run('stop');
    writeFileSync(join(String(data), 'sandbox.db'), 'damaged');
    await followed(await tool.run('start', '--detach', '--port', '0'), tool.home);
    expect(await tool.listed()).toMatchObject([{ data }, { data: `${data}-new` }]);
  });
});

test('the hint of an interrupted sign-up can be followed', async () => {
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

test.skipIf(!hasTerminal)('the hint of auth switch without profiles can be followed', async () => {
  const screen = new Terminal([...command, 'auth', 'switch'], tool.home.environment());
  await screen.end();
  await followed({ stdout: '', stderr: shown(screen) }, tool.home);
});

test.skipIf(!hasTerminal)('every hint of this file was shown', () => {
  const unseen = unseenIn(seen);
  expect(ofProcesses.filter((one) => unseen.includes(one))).toEqual([]);
});
