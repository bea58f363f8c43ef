// Commands that print a key: which output is the key, what the commands inherit, and that none of their processes survives
// the timeout. The commands are real processes; the 30-second timeout is simulated.
import { getEventListeners } from 'node:events';
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyFromCommand } from '../../../src/client/credentials/key-command';
import type { WaypostError } from '../../../src/lib/errors';
import { systemClock } from '../../../src/lib/runtime';
import { freshHome } from '../../support/keys';

type KeyCommandOptions = Parameters<typeof keyFromCommand>[2];

const key = 'ak_from_manager_0123456789';
const posix = test.skipIf(process.platform === 'win32');

/** Makes each command unique, because waypost runs identical commands only once. */
let count = 0;

function another(...words: string[]): string[] {
  count += 1;
  return [...words, String(count)];
}

/** A command that runs this code in Node. */
function script(code: string): string[] {
  return another(process.execPath, '-e', code);
}

function read(command: readonly string[], more: Partial<KeyCommandOptions> = {}): Promise<string> {
  const options = { env: process.env, clock: systemClock, interactive: false, ...more };
  return keyFromCommand(command, 'apiKey', options);
}

async function failure(command: readonly string[], more?: Partial<KeyCommandOptions>) {
  const error: unknown = await read(command, more).catch((thrown: unknown) => thrown);
  const { code, message, reason } = error as WaypostError;
  return { code, message, reason };
}

test('keyFromCommand reads the first line as the key, without surrounding spaces', async () => {
  expect(await read(script(`console.log(' ${key} \\nuser: ann')`))).toBe(key);
  expect(await read(script(`process.stdout.write('${key}')`))).toBe(key);
});

test('keyFromCommand reports why a command cannot be started', async () => {
  const missing = await failure(another('/nowhere/manager'));
  expect(missing).toEqual({
    code: 'missing_api_key',
    reason: 'key_command',
    message: 'The command for the API key failed: manager was not found.',
  });
  expect(await failure(another('a\0b'))).toMatchObject({
    code: 'missing_api_key',
    message: expect.stringContaining('cannot be started: '),
  });
});

test('keyFromCommand runs a command again only after a failure', async () => {
  const log = join(freshHome().path, 'runs');
  const command = script(
    `require('fs').appendFileSync(${JSON.stringify(log)}, 'x'); console.log('${key}')`,
  );
  expect(await Promise.all([read(command), read(command)])).toEqual([key, key]);
  expect(await read(command)).toBe(key);
  expect(readFileSync(log, 'utf8')).toBe('x');
  const failing = script(
    `require('fs').appendFileSync(${JSON.stringify(log)}, 'y'); process.exit(1)`,
  );
  await failure(failing);
  await failure(failing);
  expect(readFileSync(log, 'utf8')).toBe('xyy');
});

test('keyFromCommand does not pass the command to a shell', async () => {
  const command = another(process.execPath, '-p', 'process.argv[1]', `ak_$HOME;\`id\`|*`);
  expect(await read(command)).toBe(`ak_$HOME;\`id\`|*`);
});

test("keyFromCommand removes waypost's own keys from the command's environment", async () => {
  const env = {
    ...process.env,
    WAYPOST_API_KEY: 'ak_env',
    WAYPOST_USER_TOKEN: 'uk_env',
    OP_SESSION: 's',
  };
  const code = `console.log('ak_' + [process.env.OP_SESSION, Object.entries(process.env).filter(([n]) => n.startsWith('WAYPOST')).join()].join('.'))`;
  expect(await read(script(code), { env })).toBe('ak_s.WAYPOST_KEY_COMMAND,1');
});

test.each<[string, () => readonly string[], string]>([
  [
    'fails',
    () => script(`console.error('vault is sealed'); process.exit(3)`),
    'ended with exit code 3. Its error output: vault is sealed',
  ],
  [
    'prints a key but fails',
    () => script(`console.log('${key}'); process.exit(1)`),
    'ended with exit code 1.',
  ],
  [
    'is killed by a signal',
    () => script(`process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 9e4)`),
    'ended with SIGTERM.',
  ],
  ['does not print anything', () => script(''), 'printed nothing.'],
  ['prints an empty line first', () => script(`console.log('\\n${key}')`), 'printed nothing.'],
  ['is not installed', () => another('nosuch-manager'), 'nosuch-manager was not found.'],
  ['cannot be executed', () => another(__filename), 'cannot be started: '],
])(
  'keyFromCommand fails with missing_api_key and the reason if the command %s',
  async (_what, command, message) => {
    expect(await failure(command())).toEqual({
      code: 'missing_api_key',
      message: expect.stringMatching(/^The command for the API key failed: /),
      reason: 'key_command',
    });
    expect((await failure(command())).message).toContain(message);
  },
);

test('keyFromCommand rejects output that is not a key, and does not show the output in the error', async () => {
  expect(await failure(script(`console.log('hunter 2')`))).toMatchObject({
    code: 'invalid_input',
    message:
      'The API key in the output of node contains spaces or other characters that a key cannot contain.',
  });
  expect(await failure(script(`console.log('uk_secret')`))).toMatchObject({
    code: 'invalid_input',
  });
});

test('keyFromCommand fails immediately inside another key command', async () => {
  const env = { ...process.env, WAYPOST_KEY_COMMAND: '1' };
  expect(await failure(script(''), { env })).toEqual({
    code: 'missing_api_key',
    reason: 'key_command_nested',
    message: 'The command for the API key would run inside another key command.',
  });
});

test('keyFromCommand names the program in the error if the command for the management key fails', async () => {
  const options = { env: process.env, clock: systemClock, interactive: false };
  await expect(
    keyFromCommand(another('/nowhere/manager'), 'userToken', options),
  ).rejects.toMatchObject({
    code: 'missing_user_token',
    message: 'The command for the management key failed: manager was not found.',
    about: { program: 'manager' },
  });
});

test.skipIf(process.platform !== 'linux').each([false, true])(
  'keyFromCommand connects an interactive command to the terminal, and runs any other command in its own process group (interactive: %s)',
  async (interactive) => {
    const code = `const fs = require('fs');
      const [, group] = /\\) \\S \\d+ (\\d+)/.exec(fs.readFileSync('/proc/self/stat', 'utf8'));
      const links = [0, 2].map((number) => fs.readlinkSync('/proc/self/fd/' + number));
      console.log(['ak', Number(group) === process.pid, ...links].join());`;
    const own = [0, 2].map((number) => readlinkSync(`/proc/self/fd/${number}`)).join();
    const key = await read(script(code), { interactive });
    if (interactive) expect(key).toBe(`ak,false,${own}`);
    else expect(key).toMatch(/^ak,true,\/dev\/null,(socket|pipe):\[\d+\]$/);
  },
);

test('keyFromCommand stops its timer and removes its abort listener when the command ends', async () => {
  const { signal } = new AbortController();
  let timer: AbortSignal | undefined;
  const clock = {
    now: () => 0,
    sleep: (ms: number, over?: AbortSignal) => {
      timer = over;
      return systemClock.sleep(ms, over);
    },
  };
  expect(await read(script(`console.log('${key}')`), { clock, signal })).toBe(key);
  expect(timer?.aborted).toBe(true);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test("keyFromCommand shows at most 2000 characters of the command's error output", async () => {
  const { message } = await failure(
    script(`process.stderr.write('x'.repeat(5000)); process.exitCode = 1`),
  );
  expect(message).toMatch(/Its error output: x{2000}$/);
  const sealed = await failure(script(`console.error(' sealed '); process.exitCode = 1`));
  expect(sealed.message).toMatch(/Its error output: sealed$/);
});

test("keyFromCommand does not wait for the command's background processes", async () => {
  const agent = `setTimeout(() => {}, 9e4)`;
  const code = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(agent)}], { stdio: ['ignore', 'inherit', 'inherit'], detached: true }); c.unref(); console.log('${key}'); console.error(c.pid); require('fs').writeFileSync(process.argv[2], String(c.pid))`;
  const file = join(freshHome().path, 'pid');
  expect(await read([...script(code), file])).toBe(key);
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
});

/** A command that starts a child process, writes both process IDs to a file, and hangs. */
function hanging() {
  const file = join(freshHome().path, 'pids');
  const child = 'setInterval(() => {}, 1e4)';
  const code = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); require('fs').writeFileSync(process.argv[2] + '.part', process.pid + ' ' + c.pid); require('fs').renameSync(process.argv[2] + '.part', process.argv[2]); setInterval(() => {}, 1e4)`;
  return { file, command: [...script(code), file] };
}

/** Waits for the file, then returns the process IDs in it. */
async function pidsIn(file: string): Promise<number[]> {
  while (!existsSync(file)) await new Promise(setImmediate);
  return readFileSync(file, 'utf8').split(' ').map(Number);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function allEnded(pids: number[]): Promise<void> {
  while (pids.some(runs)) await new Promise(setImmediate);
}

posix.each([false, true])(
  'keyFromCommand kills the command and its children after the timeout (interactive: %s)',
  async (interactive) => {
    const { file, command } = hanging();
    let waited = 0;
    const clock = {
      now: () => 0,
      sleep: async (ms: number) => {
        waited = ms;
        await pidsIn(file);
      },
    };
    expect(await failure(command, { clock, interactive })).toMatchObject({
      code: 'missing_api_key',
      message: 'The command for the API key failed: node took longer than 30 s.',
    });
    expect(waited).toBe(30_000);
    await allEnded(await pidsIn(file));
  },
);

posix('keyFromCommand kills the command and its children after an interrupt', async () => {
  const { file, command } = hanging();
  const interrupt = new AbortController();
  const reading = read(command, { signal: interrupt.signal });
  const pids = await pidsIn(file);
  interrupt.abort(new Error('interrupted'));
  await expect(reading).rejects.toThrow('interrupted');
  await allEnded(pids);
});

test('keyFromCommand reads the key from the start of a very long output', async () => {
  const file = join(freshHome().path, 'long.js');
  writeFileSync(file, `process.stdout.write('${key}\\n' + 'x'.repeat(1e7))`);
  expect(await read(another(process.execPath, file))).toBe(key);
});
