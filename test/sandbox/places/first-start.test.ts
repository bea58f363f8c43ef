// A sandbox of the package as it is published, without an index of the places: the first start makes it
// and the next one finds it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(__dirname, '../../..');
let folder: string;
const cache = () => join(folder, 'home/.cache/waypost/places');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-package-'));
  mkdirSync(join(folder, 'home'));
  for (const name of ['bin', 'data', 'dist', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  rmSync(join(folder, 'dist/places.index'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start() {
  const child = spawn(
    process.execPath,
    [join(folder, 'bin/waypost.js'), 'sandbox', 'start', '--json', '--port=0', '--memory'],
    {
      env: {
        PATH: process.env.PATH,
        HOME: join(folder, 'home'),
        LOCALAPPDATA: join(folder, 'home'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { origin } = new URL(JSON.parse(line).url);
  const ask = async (path: string, method = 'GET') =>
    JSON.parse(await (await fetch(origin + path, { method })).text());
  return {
    ask,
    stop: async () => {
      await ask('/_sandbox/stop', 'POST');
      return exited;
    },
  };
}

test.skipIf(process.platform === 'win32')(
  'the first start makes the index, in a process of its own, and the next one finds it',
  async () => {
    const first = await start();
    // The service answers meanwhile, and a search waits for its places.
    expect((await first.ask('/_sandbox/health')).places).toBe(0);
    const { key } = await first.ask('/_sandbox/keys', 'POST');
    const { result } = await first.ask(`/v1/places?query=leeds&api_key=${key}`);
    expect(result.hits[0].descriptive_name).toBe('Leeds, England, United Kingdom');
    expect(await first.stop()).toEqual([0, null]);
    const made = readdirSync(cache());
    expect(made).toEqual([expect.stringMatching(/^bundled-[0-9a-f]{16}-[0-9a-f]{32}\.index$/)]);
    const path = join(cache(), made[0] ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { ino } = statSync(path);

    const second = await start();
    const other = await second.ask('/_sandbox/keys', 'POST');
    const again = await second.ask(`/v1/places?query=leeds&api_key=${other.key}`);
    expect(again.result).toEqual(result);
    await second.stop();
    expect(readdirSync(cache())).toEqual(made);
    expect(statSync(path).ino).toBe(ino);
  },
);

test.skipIf(process.platform === 'win32')(
  'a sandbox that stops meanwhile ends at once, and leaves no index',
  async () => {
    rmSync(cache(), { recursive: true, force: true });
    const sandbox = await start();
    expect((await sandbox.ask('/_sandbox/health')).places).toBe(0);
    expect(await sandbox.stop()).toEqual([0, null]);
    expect(readdirSync(cache()).filter((name) => name.endsWith('.index'))).toEqual([]);
  },
);
