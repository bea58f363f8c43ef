// Starts the sandbox for the first time from the packed package, with an empty home directory.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { scratchDirectory } from '../support/scratch';

const root = join(__dirname, '../..');
const directory = scratchDirectory();
const packed = join(directory, 'package');
const home = join(directory, 'home');
const windows = process.platform === 'win32';

beforeAll(() => {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', directory];
  const options = { cwd: root, shell: windows, encoding: 'utf8' } as const;
  const archive = execFileSync(windows ? 'npm.cmd' : 'npm', words, options).trim();
  execFileSync('tar', ['-xzf', archive], { cwd: directory });
  symlinkSync(join(root, 'node_modules'), join(packed, 'node_modules'), 'junction');
  mkdirSync(home);
});

async function start() {
  const words = [join(packed, 'bin/waypost.js'), 'sandbox', 'start', '--json', '--port=0'];
  const child = spawn(process.execPath, [...words, '--memory'], {
    env: { PATH: process.env.PATH, HOME: home, LOCALAPPDATA: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface(child.stdout), 'line');
  const { origin } = new URL(JSON.parse(line).url);
  const ask = async (path: string, method = 'GET') =>
    JSON.parse(await (await fetch(origin + path, { method })).text());
  return { ask, exited };
}

test('the first sandbox after an installation finds places without creating a file of place data', async () => {
  const { ask, exited } = await start();
  const { key } = await ask('/_sandbox/keys', 'POST');
  const { result } = await ask(`/v1/places?query=leeds&api_key=${key}`);
  expect(result.hits[0].descriptive_name).toBe('Leeds, England, United Kingdom');
  expect((await ask('/_sandbox/health')).places).toBeGreaterThan(60_000);
  await ask('/_sandbox/stop', 'POST');
  expect(await exited).toEqual([0, null]);
  expect(readdirSync(home, { recursive: true }).filter((name) => /place/.test(`${name}`))).toEqual(
    [],
  );
});
