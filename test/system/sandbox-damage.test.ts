// The sandbox reports a damaged store, and does not change or remove the store's files.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { type ProcessOptions, type SandboxProcess, startProcess } from '../sandbox/support/process';
import { Home } from '../support/tool';

let directory: string;
let running: SandboxProcess[] = [];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'sandbox-damaged-')), 'data');
});
afterEach(async () => {
  for (const one of running) await one.end('SIGKILL');
  running = [];
  rmSync(dirname(directory), { recursive: true, force: true });
});

async function start(options: ProcessOptions = {}): Promise<SandboxProcess> {
  const started = await startProcess(directory, options);
  running.push(started);
  return started;
}

async function makeKey({ origin }: SandboxProcess): Promise<string> {
  return ((await send('POST', `${origin}/_sandbox/keys`, { body: {} })).json as { key: string })
    .key;
}

async function has({ url }: SandboxProcess, key: string): Promise<boolean> {
  return (await send('GET', `${url}/keys/${key}`)).status === 200;
}

const file = (name: string): string => join(directory, name);
const copies = (): string[] => readdirSync(directory).filter((name) => name.includes('.damaged-'));

/** Changes a byte of the last occurrence of `text` in a file. SQLite can still open the file. */
function change(name: string, text: string): void {
  const bytes = readFileSync(file(name));
  const at = bytes.lastIndexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at + 5] = (bytes[at + 5] ?? 0) ^ 1;
  writeFileSync(file(name), bytes);
}

/** Creates a store without a write-ahead log, like a sandbox that was stopped. Returns a key in the store. */
async function stopped(): Promise<string> {
  const sandbox = await start();
  const key = await makeKey(sandbox);
  await sandbox.end('SIGTERM');
  return key;
}

/** Creates a store with a write-ahead log, like a sandbox that was killed. */
async function killed(): Promise<void> {
  await stopped();
  const second = await start();
  await makeKey(second);
  await second.end('SIGKILL');
}

test('`sandbox start` reports a damaged store and leaves it unchanged, and `sandbox start --recover` keeps the readable data', async () => {
  change('sandbox.db', await stopped());
  const before = readFileSync(file('sandbox.db'));
  const error = await start().catch(String);
  expect(error).toContain(`${file('sandbox.db')} is damaged: `);
  expect(error).toContain(`waypost sandbox start --recover --data ${directory}`);
  expect(readFileSync(file('sandbox.db'))).toEqual(before);
  expect(copies()).toEqual([]);
  const recovered = await start({ words: ['--recover'] });
  expect(recovered.errors().join()).toContain(`${file('sandbox.db')} is damaged: `);
  expect(await has(recovered, 'ak_test')).toBe(true);
  const [copy = ''] = copies();
  expect(readFileSync(file(copy))).toEqual(before);
  await recovered.end('SIGTERM');
  await start();
});

test('`sandbox start` keeps the write-ahead log if the database is missing', async () => {
  await killed();
  rmSync(file('sandbox.db'));
  await expect(start()).rejects.toThrow(`${file('sandbox.db')} is missing`);
  expect(existsSync(file('sandbox.db-wal'))).toBe(true);
});

test('`sandbox start` reports the path of a truncated database, and `sandbox start --recover` replaces it', async () => {
  await killed();
  truncateSync(file('sandbox.db'), 100);
  rmSync(file('sandbox.db-wal'));
  await expect(start()).rejects.toThrow(file('sandbox.db'));
  const recovered = await start({ words: ['--recover'] });
  expect(await has(recovered, 'ak_test')).toBe(true);
  expect(copies().length).toBeGreaterThan(0);
});

test('`sandbox reset` keeps a copy of a damaged database, and removes the keys', async () => {
  const key = await stopped();
  change('sandbox.db', key);
  const home = new Home();
  const run = await home.run(['sandbox', 'reset', '--yes', '--json', '--data', directory]);
  expect(run.status).toBe(0);
  home.remove();
  expect(copies()).toHaveLength(1);
  expect(await has(await start(), key)).toBe(false);
});

test('`sandbox start` does not report damage after many writes, checkpoints and kills', async () => {
  const kept: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sandbox = await start();
    for (let batch = 0; batch < 20; batch += 1) {
      kept.push(...(await Promise.all(Array.from({ length: 15 }, () => makeKey(sandbox)))));
    }
    await sandbox.end('SIGKILL');
  }
  const last = await start();
  expect(last.errors()).toEqual([]);
  const { text } = await send('GET', `${last.origin}/_sandbox/accounts`);
  expect(kept.filter((key) => !text.includes(key))).toEqual([]);
});
