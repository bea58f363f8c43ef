// Seeds of the built sandbox: what they fill it with, and what is refused.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import type { RunningSandbox, SandboxOptions } from '../support/sandbox';
import { wholeSeed } from '../support/seed';
import { type Answer, send } from './support/client';
import { control, sandboxes } from './support/start';

const real = Date.parse('2027-03-01T00:00:00Z');
const started = sandboxes({ clock: () => real });

const start = (seed: unknown, options: Partial<SandboxOptions> = {}) =>
  started({ seed, ...options });

const owned = (sandbox: RunningSandbox, path: string): Promise<Answer> =>
  send('GET', `${sandbox.url}/keys/ak_shop${path}`, {
    headers: { Authorization: 'Bearer uk_shop' },
  });

/** Returns everything that the API shows of a seeded sandbox. */
async function state(sandbox: RunningSandbox): Promise<unknown[]> {
  const paths = ['/details', '/usage', '/lookups', '/licensees', '/configs'];
  const answers = await Promise.all(paths.map((path) => owned(sandbox, path)));
  const { json } = await control(sandbox, 'GET', '/accounts');
  return [json, ...answers.map(({ status, text }) => [status, text])];
}

interface Row {
  at: Date;
  term: string;
  type: string;
  tag: string;
  licensee: string;
}

async function rowsOf(sandbox: RunningSandbox, range = ''): Promise<Row[]> {
  const { text } = await owned(sandbox, `/lookups${range}`);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [at = '', , term = '', , type = '', tag = '', , licensee = ''] = line.split(',');
    return { at: new Date(at), term, type, tag, licensee };
  });
}

describe('a seed', () => {
  test('creates accounts, keys, licensees and configs with the given settings', async () => {
    const sandbox = await start(wholeSeed);
    expect((await control(sandbox, 'GET', '/health')).json).toMatchObject({
      now: '2026-11-20T12:00:00.000Z',
    });
    expect((await control(sandbox, 'GET', '/accounts')).json).toMatchObject({
      accounts: [
        {
          user_id: 'user_shop',
          email: 'owner@shop.example',
          keys: [
            { key: 'ak_shop', name: 'Checkout', lookups_remaining: 1234 },
            { key: expect.stringMatching(/^ak_[a-z0-9]{25}$/) as unknown, lookups_remaining: 50 },
          ],
        },
        { user_id: expect.stringMatching(/^user_[a-z0-9]{20}$/) as unknown, keys: [] },
      ],
    });
    expect((await control(sandbox, 'PATCH', '/keys/ak_shop', {})).json).toMatchObject({
      name: 'Checkout',
      daily_limit: { limit: 100, consumed: 40 },
      monthly_limit: { limit: 2000, consumed: 40 },
      individual_limit: { limit: 10 },
      allowed_urls: ['https://shop.example'],
      redact_days: 90,
      notifications: { emails: ['owner@shop.example'], balance_threshold: 10 },
    });
    expect(Object((await owned(sandbox, '/licensees')).json).result.licensees).toMatchObject([
      { key: 'sl_one', name: 'One', daily: { limit: 5 }, whitelist: ['https://one.example'] },
      { key: expect.stringMatching(/^sl_[a-z0-9]{25}$/) as unknown, name: 'Two' },
    ]);
    expect((await owned(sandbox, '/configs/form')).json).toMatchObject({
      result: { payload: '{"country":"USA"}', createdAt: '2026-01-02T03:04:05.000Z' },
    });
  });

  test('creates the same data in every run and after a reset, but different data if its `random` field changes', async () => {
    const [one, other] = [await start(wholeSeed), await start(wholeSeed)];
    const first = await state(one);
    expect(await state(other)).toEqual(first);
    await control(one, 'POST', '/clock', { advance: '9d' });
    await control(one, 'DELETE', '/keys/ak_shop');
    await control(one, 'POST', '/reset');
    expect(await state(one)).toEqual(first);
    expect(await state(await start({ ...wholeSeed, random: 8 }))).not.toEqual(first);
  });

  test('creates log entries with a daily and weekly pattern, and with several types, tags and licensees', async () => {
    const sandbox = await start(wholeSeed);
    const rows = await rowsOf(sandbox, '?start=2026-10-23T12:00:00Z&end=2026-11-20T12:00:00Z');
    expect(rows).toHaveLength(2810);
    const shareOf = (of: (row: Row) => boolean): number => rows.filter(of).length / rows.length;
    const isWeekend = ({ at }: Row): boolean => [0, 6].includes(at.getUTCDay());
    const isNight = ({ at }: Row): boolean => at.getUTCHours() < 6;
    // An even distribution would have two sevenths on weekends and a quarter at night.
    expect(shareOf(isWeekend)).toBeLessThan(0.22);
    expect(shareOf(isNight)).toBeLessThan(0.08);
    expect(new Set(rows.map(({ type }) => type)).size).toBe(6);
    const tags = ['web', 'mobile', 'kiosk'].map((tag) => shareOf((row) => row.tag === tag));
    expect([...tags].sort((a, b) => b - a)).toEqual(tags);
    expect(Math.min(...tags)).toBeGreaterThan(0.1);
    expect(new Set(rows.map(({ licensee }) => licensee))).toEqual(new Set(['', 'One', 'Two']));
    const times = rows.map(({ at }) => at.getTime());
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  test('creates log entries in the given range and with the given types, and includes these entries in the usage', async () => {
    const sandbox = await start(wholeSeed);
    const range = '?start=2026-11-01&end=2026-11-01T06:00:00Z';
    const rows = (await rowsOf(sandbox, range)).filter(({ tag }) => tag === '');
    expect(rows.map(({ type }) => type)).toEqual(Array(10).fill('Email Validation'));
    const usage = await owned(
      sandbox,
      '/usage?start=2026-10-23T12:00:00Z&end=2026-11-20T12:00:00Z',
    );
    expect(usage.json).toMatchObject({ result: { total: 2810 } });
  });

  test('is not applied to a data directory that has accounts, and causes a warning', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-seed-test-'));
    const told: string[] = [];
    const options = { data: directory, warn: (line: string) => void told.push(line) };
    const first = await start(wholeSeed, options);
    await control(first, 'POST', '/keys', {});
    const before = await state(first);
    await first.close();
    const second = await start(wholeSeed, options);
    expect(await state(second)).toEqual(before);
    expect(told).toEqual([
      'The data directory already has accounts, so the sandbox did not apply the seed.',
    ]);
    await second.close();
    rmSync(directory, { recursive: true });
  });

  test("can be added to a running sandbox, unless one of the seed's keys already exists", async () => {
    const sandbox = await start(undefined);
    const added = await control(sandbox, 'POST', '/seed', wholeSeed);
    expect(Object(added.json).accounts).toHaveLength(2);
    const again = await control(sandbox, 'POST', '/seed', {
      accounts: [{ email: 'new@shop.example' }, { keys: [{ key: 'ak_shop' }] }],
    });
    expect([again.status, again.json]).toEqual([
      400,
      {
        error: expect.stringContaining('accounts.1.keys.0.key already exists') as unknown,
        errors: [{ path: 'accounts.1.keys.0.key', message: 'already exists' }],
      },
    ]);
    expect(Object((await control(sandbox, 'GET', '/accounts')).json).accounts).toHaveLength(2);
  });

  test('is rejected and does not change the clock if its lookups begin later than its `clock` value', async () => {
    const sandbox = await start(undefined);
    const { status } = await control(sandbox, 'POST', '/seed', {
      clock: '2026-11-20T12:00:00Z',
      accounts: [{ keys: [{ lookups: [{ count: 1, start: '2026-12-01' }] }] }],
    });
    expect(status).toBe(400);
    expect((await control(sandbox, 'GET', '/health')).json).toMatchObject({
      now: new Date(real).toISOString(),
    });
  });
});

const key = (members: object) => ({ accounts: [{ keys: [members] }] });

/** Invalid documents, with the field that the error names. */
const invalid: [member: string, document: unknown][] = [
  ['the document', []],
  ['the document', null],
  ['account', { account: [] }],
  ['clock', { clock: 'tomorrow' }],
  ['clock', { clock: 5 }],
  ['random', { random: -1 }],
  ['accounts.0.keys.0.plan', key({ plan: 'free' })],
  ['accounts.0.keys.0.key', key({ key: 'uk_wrong' })],
  ['accounts.0.user_token', { accounts: [{ user_token: 'shop' }] }],
  ['accounts.0.user_id', { accounts: [{ user_id: 'a b' }] }],
  ['accounts.0.keys.0.lookups_remaining', key({ lookups_remaining: 1.5 })],
  ['accounts.0.keys.0.redact_days', key({ redact_days: 2000 })],
  ['accounts.0.keys.0.daily_limit.limit', key({ daily_limit: { limit: -1 } })],
  ['accounts.0.keys.0.licensees.0.name', key({ licensees: [{}] })],
  ['accounts.0.keys.0.licensees.0.key', key({ licensees: [{ name: 'One', key: 'ak_1' }] })],
  ['accounts.0.keys.0.configs.0.payload', key({ configs: [{ name: 'a' }] })],
  ['accounts.0.keys.0.configs.0.name', key({ configs: [{ name: '..', payload: '' }] })],
  ['accounts.0.keys.0.lookups.0.count', key({ lookups: [{}] })],
  ['accounts.0.keys.0.lookups.0.count', key({ lookups: [{ count: 200_001 }] })],
  [
    'accounts.0.keys.0.lookups.0.types.Letter',
    key({ lookups: [{ count: 1, types: { Letter: 1 } }] }),
  ],
  ['accounts.0.keys.0.lookups.0.tags.0', key({ lookups: [{ count: 1, tags: ['a,b'] }] })],
  ['accounts.0.keys.0.datasets.nope', key({ datasets: { nope: true } })],
  ['accounts.0.keys.0.notifications.emails.0', key({ notifications: { emails: ['x'] } })],
];

/** Invalid documents that no JSON Schema can reject. */
const contradictory: [member: string, document: unknown][] = [
  ['accounts.0.keys.0.key', key({ key: 'ak_test' })],
  ['accounts.0.keys.1.key', { accounts: [{ keys: [{ key: 'ak_1' }, { key: 'ak_1' }] }] }],
  ['accounts.1.user_id', { accounts: [{ user_id: 'u' }, { user_id: 'u' }] }],
  ['accounts.0.keys.0.sublicensing', key({ sublicensing: false, licensees: [{ name: 'One' }] })],
  ['accounts.0.keys.0.licensees.1.name', key({ licensees: [{ name: 'One' }, { name: 'One' }] })],
  ['accounts.0.keys.0.lookups.0.licensees.0', key({ lookups: [{ count: 1, licensees: ['No'] }] })],
  ['accounts.0.keys.0.lookups.0.types', key({ lookups: [{ count: 1, types: {} }] })],
  [
    'accounts.0.keys.0.lookups.0.start',
    key({ lookups: [{ count: 1, start: '2026-02-01', end: '2026-01-01' }] }),
  ],
  [
    'accounts.0.keys.0.lookups.0.days',
    key({ lookups: [{ count: 1, start: '2026-02-01', days: 3 }] }),
  ],
  ['accounts.0.keys.0.allowed_urls.0', key({ allowed_urls: ['not a url!'] })],
];

test.each([...invalid, ...contradictory])(
  'an invalid seed is rejected, and the error names %s (seed: %j)',
  async (member, document) => {
    await expect(start(document)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`The seed is invalid: ${member} `) as unknown,
    });
  },
);

describe('data/seed.schema.json', () => {
  const schema: object = JSON.parse(
    readFileSync(join(__dirname, '../../data/seed.schema.json'), 'utf8'),
  );
  const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

  test.each([
    ['a seed with every field', wholeSeed],
    ['an empty seed', {}],
    ['a seed with one key', key({})],
  ])('accepts %s, as the sandbox does', async (_, document) => {
    isValid(document);
    expect(isValid.errors ?? []).toEqual([]);
    await start(document);
  });

  test.each(invalid)('rejects a seed if %s is invalid, as the sandbox does', (_, document) => {
    expect(isValid(document)).toBe(false);
  });
});
