// Draws terminal pictures of commands that use a sandbox in memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { images, startSandbox } from './sandbox.mjs';
import { shown, svg } from './screen.mjs';

/** Draws all pictures and writes them to docs/img. */
export async function drawTerminal() {
  const { url, ask, stop } = await startSandbox();
  try {
    // The date is fixed, so that the pictures change only if the commands change.
    await ask('POST', '/_sandbox/clock', { now: '2026-03-20T12:00:00Z' });
    const { key, user_token } = await ask('POST', '/_sandbox/keys', {});
    const env = {
      PATH: process.env.PATH,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      SHELL: '/bin/sh',
      HOME: '/nonexistent',
      WAYPOST_BASE_URL: url,
      WAYPOST_API_KEY: key,
      WAYPOST_USER_TOKEN: user_token,
    };
    await drawPicker(env);
    await ask('POST', `/_sandbox/keys/${key}/lookups`, {
      count: 2_000_000,
      start: '2026-02-27T00:00:00Z',
      end: '2026-03-20T12:00:00Z',
      tags: ['web', 'checkout'],
    });
    await drawExport(env);
  } finally {
    stop();
  }
}

/** Draws the place picker with its first hits. */
async function drawPicker(env) {
  const words = ['places', 'search', 'united'];
  await save('places-picker', words, await shown(words, env, /Enter to resolve/));
}

/** Draws an export that is two thirds complete. */
async function drawExport(env) {
  const range = ['--start', '2026-02-27', '--end', '2026-03-20'];
  const words = ['lookups', 'export', ...range, '-o', 'march.parquet'];
  const directory = await mkdtemp(join(tmpdir(), 'waypost-picture-'));
  try {
    const lines = await shown(words, env, /\b6[5-9]% · \d+:\d\d left/, directory);
    await save('lookups-export', words, lines);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function save(name, words, lines) {
  await writeFile(join(images, `${name}.svg`), svg(`waypost ${words.join(' ')}`, lines));
  console.log(`docs/img/${name}.svg`);
}
