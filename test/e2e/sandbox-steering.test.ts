// The commands that change a running sandbox: the settings of a key, the clock, and sample lookups.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import { keySettingNames } from '../../src/sandbox/rules/key-setting-kinds';
import { keyPatch } from '../../src/sandbox/rules/key-settings';
import type { SandboxKeySettings } from '../../src/sandbox/server/local-sandbox';
import { useSandboxCommand } from '../support/sandbox-command';
import { hasTerminal, Terminal } from '../support/terminal';
import { command, documentOf, errorOf, expectError } from '../support/tool';

const tool = useSandboxCommand();
const { call, serve } = tool;

/** Starts an in-memory sandbox with a new account. Returns the environment variables, the port and the key. */
async function ready(): Promise<{ env: Record<string, string>; port: string; key: string }> {
  const { port } = await serve('--no-rate-limit');
  const env = documentOf(await call('env', '--json', '--port', String(port))) as Record<
    string,
    string
  >;
  return { env, port: String(port), key: env.WAYPOST_API_KEY ?? '' };
}

const json = async (...words: string[]) =>
  documentOf(await call(words[0] ?? '', '--json', ...words.slice(1)));

describe('`sandbox set`', () => {
  test('accepts every setting of the control API, as the library does, and docs/sandbox-reference.md lists all settings', () => {
    const settings = Object.keys(keyPatch.def.shape).sort();
    expect([...keySettingNames].sort()).toEqual(settings);
    expectTypeOf<keyof SandboxKeySettings>().toEqualTypeOf<keyof z.input<typeof keyPatch>>();
    const page = readFileSync(join(__dirname, '../../docs/sandbox-reference.md'), 'utf8');
    const [row = ''] = /^\| `PATCH \/_sandbox\/keys\/\{key\}` .*$/m.exec(page) ?? [];
    expect(settings.filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
  });

  test('changes the settings of the key in use, of a given key, or of the only key', async () => {
    const { env, key } = await ready();
    const inUse = ['sandbox', 'set', 'lookups=1000', 'daily_limit=500', '--json'];
    const run = await tool.home.call(inUse, { env });
    expect(documentOf(run)).toMatchObject({
      success: true,
      key: `${key.slice(0, 6)}…`,
      url: env.WAYPOST_BASE_URL,
      details: { lookups_remaining: 1000, daily_limit: { limit: 500, consumed: 0 } },
    });
    expect(await json('set', 'daily-limit=none', 'datasets=geonames,email')).toMatchObject({
      details: {
        daily_limit: { limit: null },
        datasets: { geonames: true, email: true, phone: false, usps: false },
      },
    });
    expect(
      await json('set', key, 'datasets.phone=on', 'name=007', 'notifications.emails=a@b.example'),
    ).toMatchObject({
      details: {
        name: '007',
        datasets: { email: true, phone: true },
        notifications: { emails: ['a@b.example'] },
      },
    });
    const told = await call('set', 'plan=unlimited', 'suspended=on');
    expect(told.stdout).toBe(
      `Changed the key ${key.slice(0, 6)}….\nPlan       unlimited\nSuspended  on\n`,
    );
    const lists = await call('set', 'allowed_urls=https://a.example,*.b.example', 'datasets=email');
    expect(lists.stdout).toMatch(/^Allowed urls {2}https:\/\/a\.example, \*\.b\.example$/m);
    expect(lists.stdout).toMatch(/^Datasets {6}geonames off, .*\bemail on/m);
  });

  test.each([
    [['lookups=many'], 'lookups_remaining must be an integer'],
    [['speed=5'], 'Unknown key setting: speed.'],
    [['lookups=1', 'lookups_remaining=2'], 'lookups_remaining is set twice.'],
    [['ak_nobody', 'lookups=1'], 'has no key ak_nob….'],
    [['ak_nobody', 'lookups'], 'lookups is not a setting with a value.'],
    [['ak_nobody'], 'Nothing to change.'],
  ])('rejects the arguments %j', async (words, message) => {
    await ready();
    expect(errorOf(await call('set', ...words, '--json'))).toMatchObject({
      exit: 2,
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('requires a key argument if there are several keys', async () => {
    const { port, key } = await ready();
    await call('env', '--json', '--port', port);
    expect(errorOf(await call('set', 'lookups=1', '--json'))).toMatchObject({
      exit: 2,
      message: expect.stringContaining(
        'has 2 keys, but none of these keys is the key in use.',
      ) as unknown,
    });
    expect((await call('set', key, 'lookups=1')).status).toBe(0);
  });
});

test('`sandbox clock` shows, advances and sets the time, and resets it to the real time', async () => {
  await ready();
  const now = async (...words: string[]) =>
    Date.parse(Object(await json('clock', ...words)).now as string);
  const day = 86_400_000;
  const before = await now();
  const moved = (await now('+8d')) - before;
  expect(Math.floor(moved / day)).toBe(8);
  expect(Math.round(((await now('--', '-8d')) - before) / day)).toBe(0);
  expect(new Date(await now('2026-01-31')).toISOString()).toMatch(/^2026-01-31T00:0/);
  expect((await call('clock')).stdout).toMatch(
    /^The sandbox's clock shows 2026-01-31 00:0.* UTC\.\n$/,
  );
  expect(Math.round(((await now('now')) - before) / day)).toBe(0);
  expect(errorOf(await call('clock', '8d', '--json'))).toMatchObject({
    exit: 2,
    hint: expect.stringContaining('+8d') as unknown,
  });
  expect(errorOf(await call('clock', 'noon', '--json'))).toMatchObject({ exit: 2 });
});

test("`sandbox traffic` adds sample lookups to a time range that ends at the time of the sandbox's clock", async () => {
  const { env, key } = await ready();
  await call('clock', '2026-06-15T12:00:00Z');
  const made = await json('traffic', '3000', '--last', '7d', '--tag', 'web');
  expect(made).toMatchObject({
    success: true,
    key: `${key.slice(0, 6)}…`,
    count: 3000,
    start: expect.stringMatching(/^2026-06-08T12:00/) as unknown,
    end: expect.stringMatching(/^2026-06-15T12:00/) as unknown,
  });
  const range = ['--start', '2026-06-08', '--end', '2026-06-15', '--tag', 'web', '--json'];
  const usage = await tool.home.call(['keys', 'usage', ...range], { env });
  expect(documentOf(usage)).toMatchObject({ total: 3000 });
  expect(errorOf(await call('traffic', '0', '--json'))).toMatchObject({ exit: 2 });
  expect(errorOf(await call('traffic', '5', 'ak_nobody', '--json'))).toMatchObject({ exit: 2 });
});

test.skipIf(!hasTerminal)(
  '`sandbox traffic` shows its progress and result at a terminal',
  async () => {
    const { env } = await ready();
    const words = [...command, 'sandbox', 'traffic', '2000'];
    const screen = new Terminal(words, tool.home.environment(env));
    expect(await screen.end()).toMatchObject({ status: 0, cursorShown: true });
    expect(screen.raw).toContain('Adding 2,000 sample lookups…');
    expect(screen.screen()).toMatch(/^Added 2,000 sample lookups/);
  },
);

test('`sandbox set`, `sandbox clock`, `sandbox fault` and `sandbox traffic` fail with network_error if no sandbox is running', async () => {
  for (const words of [['set', 'lookups=1'], ['clock'], ['fault', 'list'], ['traffic', '5']]) {
    expectError(await call(...words, '--json'), 'network_error');
  }
});
