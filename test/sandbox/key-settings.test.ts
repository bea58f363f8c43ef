// Settings of keys: names of any script, URLs in the form they are compared in, datasets as a list, and
// what earlier versions stored.
import { beforeEach, describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../src/sandbox/store/store';
import { managedBy, resultOf, type TestKeys, told, useSandbox } from './support/bench';

const bench = useSandbox();
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
});

const put = (body: unknown) =>
  bench.service('PUT', `/keys/${mine.key}/details`, { ...managedBy(mine), body });

describe('Endpoints, PUT /keys/{key}/details: names', () => {
  // Shows: name: 1 to 64 printable characters of any script
  test.each([
    'x',
    'x'.repeat(64),
    '𝕏'.repeat(64),
    'Shop; “Käse” & <Co> #1 — 50 %',
    '東京 ショップ',
    'فروشگاه‌ها',
    'क्ष्‍',
    'खाता १',
    'Семья 👩‍👩‍👧 🏳️‍🌈',
  ])('%s', async (name) => {
    const answer = await put({ name });
    expect([answer.status, resultOf<{ name: string }>(answer).name]).toEqual([200, name]);
  });
});

describe('Endpoints, PUT /keys/{key}/details: allowed URLs', () => {
  // Shows: allowed_urls: an origin, or a host with `*.`; anything else is 4001
  // Shows: 5. Allowed URLs: scheme and host exactly
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['*.Shop.example', '*.shop.example'],
    ['https://*.shop.example/', 'https://*.shop.example'],
  ])('%s is kept as %s, and its page is answered', async (entry, kept) => {
    const answer = await put({ allowed_urls: [entry] });
    expect(resultOf(answer)).toMatchObject({ allowed_urls: [kept] });
    const origin = kept.includes('*')
      ? `https://a.${kept.replace(/^.*\*\./, '')}`
      : new URL(kept).origin;
    const from = (Origin: string) =>
      bench.service('GET', `/keys/${mine.key}`, { headers: { Origin } });
    expect(told(await from(origin))).toEqual([200, 2000]);
    expect(told(await from('https://evil.example'))).toEqual([401, 4011]);
  });
});

describe('Endpoints, PUT /keys/{key}/details: datasets as a list', () => {
  const none = {
    geonames: false,
    usps: false,
    uspscleanse: false,
    email: false,
    phone: false,
    gbrcleanse: false,
    ab: false,
    here: false,
  };
  // Shows: datasets: a list enables those in it and disables all others
  test.each([
    [[], none],
    [['email'], { ...none, email: true }],
    [['here', 'geonames', 'here'], { ...none, here: true, geonames: true }],
  ])('%j are on, all others off', async (datasets, read) => {
    expect(resultOf(await put({ datasets }))).toMatchObject({ datasets: read });
    const answer = await bench.control('PATCH', `/keys/${mine.key}`, { datasets });
    expect(answer.json).toMatchObject({ datasets: read });
  });
});

test('settings that were stored before they were checked stay', async () => {
  const store = await openMemoryStore();
  const kept = { name: '', allowed_urls: ['shop.example', 'https://a.example/cart'] };
  const { key } = store.keys.create(null, 0, { ...kept, redact_days: 3 });
  expect(store.keys.find(key)?.settings).toMatchObject({ ...kept, redact_days: 3 });
  store.close();
});
