// A store that is not as it was written: it is named and kept, and nothing is lost without a word.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { managedBy, type TestKeys } from '../sandbox/support/bench';
import { send } from '../sandbox/support/client';
import { type ProcessOptions, type SandboxProcess, startProcess } from '../sandbox/support/process';
import { random } from '../support/random';
import { Home } from '../support/tool';
import { patience, runsOf, seed } from './fuzz/support/fuzz';

let folder: string;
let running: SandboxProcess[] = [];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sandbox-damaged-')), 'data');
});
afterEach(async () => {
  for (const one of running) await one.end('SIGKILL');
  running = [];
  rmSync(dirname(folder), { recursive: true, force: true });
});

async function start(options: ProcessOptions = {}): Promise<SandboxProcess> {
  const started = await startProcess(folder, options);
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

const file = (name: string): string => join(folder, name);
const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('.damaged-'));

/** Changes the bytes of a text in a file, without which SQLite still reads it. */
function change(name: string, text: string): void {
  const bytes = readFileSync(file(name));
  const at = bytes.lastIndexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at + 5] = (bytes[at + 5] ?? 0) ^ 1;
  writeFileSync(file(name), bytes);
}

/** A store without a log, as a sandbox leaves it that was stopped; answers a key in it. */
async function stopped(): Promise<string> {
  const sandbox = await start();
  const key = await makeKey(sandbox);
  await sandbox.end('SIGTERM');
  return key;
}

/** A store of which one key is in the database file and another only in its log. */
async function filled(): Promise<[string, string]> {
  const inFile = await stopped();
  const second = await start();
  const inLog = await makeKey(second);
  await makeKey(second);
  await second.end('SIGKILL');
  return [inFile, inLog];
}

it('is whole where its checksums could not be written at the end', async () => {
  const preload = join(__dirname, '../support/failing-sums.cjs');
  await (await start()).end('SIGTERM');
  const failing = await start({ env: { ...process.env, NODE_OPTIONS: `--require ${preload}` } });
  const key = await makeKey(failing);
  await failing.end('SIGTERM');
  expect(await has(await start(), key)).toBe(true);
});

describe('a changed byte', () => {
  it(
    'in a random place is never a silent loss',
    async () => {
      const chance = random(seed);
      const range = { start: Date.now() - 6 * 86_400_000, end: Date.now() - 3_600_000 };
      const first = await start();
      const made = await send('POST', `${first.origin}/_sandbox/keys`, { body: {} });
      const keys = made.json as TestKeys;
      const content = async ({ origin, url }: SandboxProcess): Promise<string> => {
        const own = ['', '/configs', '/usage', '/lookups'].map(
          (path) => `${url}/keys/${keys.key}${path}?start=${range.start}&end=${range.end}`,
        );
        const answers: string[] = [];
        for (const path of [`${origin}/_sandbox/accounts`, ...own]) {
          answers.push((await send('GET', path, managedBy(keys))).text);
        }
        return answers.join('\n');
      };
      const write = async ({ origin, url }: SandboxProcess, from: number): Promise<void> => {
        for (let number = from; number < from + 15; number += 1) {
          const body = { name: `name-${number}`, payload: 'x'.repeat(60) };
          await send('POST', `${url}/keys/${keys.key}/configs`, { ...managedBy(keys), body });
          await send('POST', `${origin}/_sandbox/keys`, { body: {} });
        }
        const body = { count: 50, ...range };
        await send('POST', `${origin}/_sandbox/keys/${keys.key}/lookups`, { body });
      };
      await write(first, 0);
      await first.end('SIGTERM');
      // Its writes stay in the log, as a killed process leaves it.
      const second = await start();
      await write(second, 100);
      const expected = await content(second);
      expect(expected).toContain('geonames_');
      await second.end('SIGKILL');
      const original = folder;
      for (let round = 0; round < runsOf(16); round += 1) {
        folder = `${original}-${round}`;
        cpSync(original, folder, {
          recursive: true,
          filter: (path) => !/lock-|\.lock$/.test(path),
        });
        const name = chance() < 0.5 ? 'sandbox.db' : 'sandbox.db-wal';
        const bytes = readFileSync(file(name));
        const at = Math.floor(chance() * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(chance() * 255));
        writeFileSync(file(name), bytes);
        const outcome = await start().catch((error: Error) => error);
        const told = outcome instanceof Error ? outcome.message : outcome.errors().join();
        const isUnharmed = !(outcome instanceof Error) && (await content(outcome)) === expected;
        // Refused or warned of, with the file named.
        if (!isUnharmed) expect(told, `byte ${at} of ${name}`).toContain(folder);
        if (!(outcome instanceof Error)) await outcome.end('SIGKILL');
      }
    },
    patience,
  );

  it.each([
    ['sandbox.db', stopped],
    ['sandbox.db-wal', async () => (await filled())[1]],
  ] as const)('in a key in %s: it is named, and kept', async (name, fill) => {
    change(name, await fill());
    const before = readFileSync(file(name));
    const error = await start().catch(String);
    expect(error).toContain(`${file(name)} is`);
    expect(error).toContain(`waypost sandbox start --recover --data ${folder}`);
    expect(readFileSync(file(name))).toEqual(before);
    expect(copies()).toEqual([]);
    const recovered = await start({ words: ['--recover'] });
    expect(recovered.errors().join()).toContain(`${file(name)} is`);
    expect(await has(recovered, 'ak_test')).toBe(true);
    const [copy = ''] = copies().filter((one) => one.startsWith(`${name}.damaged`));
    expect(readFileSync(file(copy))).toEqual(before);
    await recovered.end('SIGTERM');
    await start();
  });

  it('in the mark that there is a log: the log is not passed over', async () => {
    const keys = await filled();
    const bytes = readFileSync(file('sandbox.db'));
    bytes[18] = 1;
    bytes[19] = 1;
    writeFileSync(file('sandbox.db'), bytes);
    await expect(start()).rejects.toThrow(`The header of ${file('sandbox.db')} is damaged`);
    expect(statSync(file('sandbox.db-wal')).size).toBeGreaterThan(4096);
    bytes[18] = 2;
    bytes[19] = 2;
    writeFileSync(file('sandbox.db'), bytes);
    expect(await has(await start(), keys[1])).toBe(true);
  });
});

describe('a log', () => {
  it('whose last entry is incomplete is said, copied, and gone on with', async () => {
    const [inFile, inLog] = await filled();
    const bytes = readFileSync(file('sandbox.db-wal'));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file('sandbox.db-wal'), bytes);
    const next = await start();
    expect(next.errors().join()).toContain(
      `The last entry of ${file('sandbox.db-wal')} is incomplete`,
    );
    expect(copies()).toHaveLength(1);
    expect([await has(next, inFile), await has(next, inLog)]).toEqual([true, true]);
  });

  it('without its database is not thrown away', async () => {
    await filled();
    rmSync(file('sandbox.db'));
    await expect(start()).rejects.toThrow(`${file('sandbox.db')} is gone`);
    expect(existsSync(file('sandbox.db-wal'))).toBe(true);
  });
});

describe('a database', () => {
  it('that is cut off is named; what cannot be read at all is set aside and begun anew', async () => {
    await filled();
    truncateSync(file('sandbox.db'), 100);
    rmSync(file('sandbox.db-wal'));
    await expect(start()).rejects.toThrow(`${file('sandbox.db')} is not as it was written`);
    const recovered = await start({ words: ['--recover'] });
    expect(await has(recovered, 'ak_test')).toBe(true);
    expect(copies().length).toBeGreaterThan(0);
  });

  it('without checksums, as of an earlier version, is taken as it is and gets them', async () => {
    const [inFile] = await filled();
    rmSync(file('sandbox.db-sums'));
    const next = await start();
    expect(await has(next, inFile)).toBe(true);
    await next.end('SIGTERM');
    change('sandbox.db', inFile);
    await expect(start()).rejects.toThrow('is not as it was written');
  });

  it('that is reset is set aside first', async () => {
    const key = await stopped();
    change('sandbox.db', key);
    const home = new Home();
    const run = await home.run(['sandbox', 'reset', '--yes', '--json', '--data', folder]);
    expect(run.status).toBe(0);
    home.remove();
    expect(copies()).toHaveLength(2);
    expect(await has(await start(), key)).toBe(false);
  });
});

it('is not suspected of damage after many writes, checkpoints and kills', async () => {
  const kept: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sandbox = await start();
    for (let batch = 0; batch < 20; batch += 1) {
      kept.push(...(await Promise.all(Array.from({ length: 15 }, () => makeKey(sandbox)))));
    }
    await sandbox.end('SIGKILL');
    expect(existsSync(file('sandbox.db-sums'))).toBe(true);
  }
  const last = await start();
  expect(last.errors()).toEqual([]);
  const { text } = await send('GET', `${last.origin}/_sandbox/accounts`);
  expect(kept.filter((key) => !text.includes(key))).toEqual([]);
});
