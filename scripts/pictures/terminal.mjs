// The pictures of commands in a terminal, against a sandbox with lookups and licensees of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { images, startSandbox } from './sandbox.mjs';
import { shown, svg } from './screen.mjs';

const day = 86_400_000;

/** Draws all of them into docs/img. */
export async function drawTerminal() {
  const { url, ask, stop } = await startSandbox();
  const control = (method, path, body) => ask(method, `/_sandbox${path}`, body);
  try {
    // A fixed day, so that the chart changes only with the command.
    const now = Date.parse('2026-03-20T12:00:00Z');
    await control('POST', '/clock', { now: new Date(now).toISOString() });
    const { key, user_token } = await control('POST', '/keys', {});
    await control('PATCH', `/keys/${key}`, { sublicensing: true });
    for (let age = 60; age >= 0; age -= 1) {
      const start = Math.floor(now / day) * day - age * day;
      const weekend = [0, 6].includes(new Date(start).getUTCDay());
      const wave = 1 + 0.4 * Math.sin(age / 5) + ((age * 7919) % 13) / 20;
      const count = Math.round((weekend ? 60 : 210) * wave * (1 + (60 - age) / 80));
      await control('POST', `/keys/${key}/lookups`, {
        count,
        start: new Date(start).toISOString(),
        end: new Date(start + day - 1).toISOString(),
      });
    }
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
    for (const [name, limit] of [
      ['Blue Door Deliveries', 500],
      ['Northern Parcel Cooperative', 'none'],
      ['Harbour Pharmacy', 1200],
      ['Stadtwerke Musterstadt', 'none'],
    ]) {
      await shown(['licensees', 'create', '--name', name, '--daily-limit', String(limit)], env);
    }
    // A key for sublicensing takes no lookup without a licensee, so lookups are made with one of their own.
    const plain = await control('POST', '/keys', {});
    const lookups = { WAYPOST_API_KEY: plain.key, WAYPOST_USER_TOKEN: plain.user_token };
    for (const [file, words, own = {}] of [
      ['keys-usage', ['keys', 'usage', '--start', '2026-02-27', '--end', '2026-03-20']],
      ['licensees-list', ['licensees', 'list']],
      ['places-resolve', ['places', 'resolve', 'geonames_2950159'], lookups],
    ]) {
      const picture = svg(`waypost ${words.join(' ')}`, await shown(words, { ...env, ...own }));
      await writeFile(join(images, `${file}.svg`), picture);
      console.log(`docs/img/${file}.svg`);
    }
    await control('PATCH', `/keys/${key}`, { sublicensing: false });
    const picking = ['places', 'search', 'united'];
    const picker = await shown(picking, env, /Enter resolves/);
    await writeFile(join(images, 'places-picker.svg'), svg(`waypost ${picking.join(' ')}`, picker));
    console.log('docs/img/places-picker.svg');
    await drawDryRun({ ...env, ...lookups });
    await drawExport(control, env);
  } finally {
    stop();
  }
}

/** An export under way: its progress line when two thirds are done. */
async function drawExport(control, env) {
  const { key, user_token } = await control('POST', '/keys', {});
  await control('POST', `/keys/${key}/lookups`, {
    count: 2_000_000,
    start: '2026-02-27T00:00:00Z',
    end: '2026-03-20T12:00:00Z',
    tags: ['web', 'checkout'],
  });
  const words = ['lookups', 'export', '--start', '2026-02-27', '--end', '2026-03-20'];
  words.push('-o', 'march.parquet');
  const directory = await mkdtemp(join(tmpdir(), 'waypost-picture-'));
  const ofKey = { ...env, WAYPOST_API_KEY: key, WAYPOST_USER_TOKEN: user_token };
  try {
    const lines = await shown(words, ofKey, /\b6[5-9] % · \d+:\d\d left/, directory);
    await writeFile(join(images, 'lookups-export.svg'), svg(`waypost ${words.join(' ')}`, lines));
    console.log('docs/img/lookups-export.svg');
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The cost of a file: 240 rows, some of them equal and some invalid. */
async function drawDryRun(env) {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-picture-'));
  const rows = Array.from({ length: 240 }, (_, row) =>
    row % 60 === 0 ? 'no address' : `customer-${row % 40}@example.com`,
  );
  const words = ['emails', 'validate', '--file', 'list.csv', '--dry-run'];
  try {
    await writeFile(join(directory, 'list.csv'), `email\n${rows.join('\n')}\n`);
    const lines = await shown(words, env, undefined, directory);
    await writeFile(join(images, 'batch-dry-run.svg'), svg(`waypost ${words.join(' ')}`, lines));
    console.log('docs/img/batch-dry-run.svg');
  } finally {
    await rm(directory, { recursive: true });
  }
}
