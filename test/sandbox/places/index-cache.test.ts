// Indexes that are made at the first start: kept for the user alone, whole or not at all, and never used
// when they were changed.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexCache } from '../../../src/sandbox/places/index-cache';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waypost-cache-'));
  folder = join(root, 'places');
});
afterEach(() => rmSync(root, { recursive: true }));

const build = (text: string) => async (path: string) => writeFileSync(path, text);
const names = () => readdirSync(folder);

test('what is added is found again, by its source and state', async () => {
  const cache = new IndexCache(folder);
  expect(cache.find('bundled', 'a')).toBeUndefined();
  const path = await cache.add('bundled', 'a', build('one'));
  expect(new IndexCache(folder).find('bundled', 'a')).toBe(path);
  expect(cache.find('bundled', 'b')).toBeUndefined();
  expect(cache.find('dump', 'a')).toBeUndefined();
});

describe.runIf(process.platform !== 'win32')('other users', () => {
  test('the folder is the user’s alone', () => {
    new IndexCache(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('a folder others may write to is not used', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const path = await new IndexCache(folder).add('bundled', 'a', build('one'));
    rmSync(join(path, '..'), { recursive: true });
    expect(path.startsWith(root)).toBe(false);
    expect(names()).toEqual([]);
  });
});

test.each([
  ['cut off', (path: string) => truncateSync(path, 2)],
  ['changed', (path: string) => writeFileSync(path, 'two')],
])('an index that was %s is removed', async (_, damage) => {
  const cache = new IndexCache(folder);
  damage(await cache.add('bundled', 'a', build('one')));
  expect(cache.find('bundled', 'a')).toBeUndefined();
  expect(names()).toEqual([]);
});

test('a link in the place of an index is not followed', async () => {
  const cache = new IndexCache(folder);
  const path = await cache.add('bundled', 'a', build('one'));
  const elsewhere = join(root, 'elsewhere');
  cpSync(path, elsewhere);
  rmSync(path);
  const { symlinkSync } = await import('node:fs');
  symlinkSync(elsewhere, path);
  expect(cache.find('bundled', 'a')).toBeUndefined();
});

test('starts at the same time each find a whole index', async () => {
  const caches = [new IndexCache(folder), new IndexCache(folder)];
  const paths = await Promise.all(caches.map((cache) => cache.add('bundled', 'a', build('one'))));
  expect(new Set(paths).size).toBe(1);
  expect(caches[0]?.find('bundled', 'a')).toBe(paths[0]);
  expect(names()).toHaveLength(1);
});

test('a build that fails leaves nothing', async () => {
  const fail = async (path: string) => {
    writeFileSync(path, 'half');
    throw new Error('no space');
  };
  await expect(new IndexCache(folder).add('bundled', 'a', fail)).rejects.toThrow('no space');
  expect(names()).toEqual([]);
});

test('what a killed start left and what nobody used for a month is removed', async () => {
  const cache = new IndexCache(folder);
  const old = await cache.add('bundled', 'old', build('old'));
  const recent = await cache.add('dump', 'recent', build('recent'));
  const killed = join(folder, 'killed.tmp');
  writeFileSync(killed, 'half');
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  utimesSync(old, days(31), days(31));
  utimesSync(recent, days(29), days(29));
  utimesSync(killed, days(1), days(1));
  await cache.add('bundled', 'new', build('new'));
  expect(names().filter((name) => /old|killed/.test(name))).toEqual([]);
  expect(cache.find('dump', 'recent')).toBe(recent);
});
