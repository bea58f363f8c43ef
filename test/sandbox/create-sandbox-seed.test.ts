// Seeds and snapshots of sandboxes that a program creates with the built package.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { CreateSandboxOptions, LocalSandbox } from '../../src/sandbox/index';

const library: typeof import('../../src/sandbox/index') = createRequire(__filename)(
  join(__dirname, '../../dist/sandbox.js'),
);

const running: LocalSandbox[] = [];
afterEach(() => Promise.all(running.splice(0).map((sandbox) => sandbox.close())));

async function create(options?: CreateSandboxOptions): Promise<LocalSandbox> {
  const sandbox = await library.createSandbox(options);
  running.push(sandbox);
  return sandbox;
}

/** The account and key names of a sandbox. */
async function accountsOf({ origin }: LocalSandbox): Promise<unknown> {
  return (await fetch(`${origin}/_sandbox/accounts`)).json();
}

const seed = {
  accounts: [{ email: 'ann@example.com', keys: [{ key: 'ak_seeded', lookups_remaining: 7 }] }],
};

const seeded = {
  accounts: [{ email: 'ann@example.com', keys: [{ key: 'ak_seeded', lookups_remaining: 7 }] }],
};

describe('the `seed` option', () => {
  test('fills the sandbox at the start and after a reset', async () => {
    const sandbox = await create({ seed });
    expect(await accountsOf(sandbox)).toMatchObject(seeded);
    await sandbox.key();
    expect(await accountsOf(sandbox)).not.toMatchObject(seeded);
    await sandbox.reset();
    expect(await accountsOf(sandbox)).toMatchObject(seeded);
  });

  test('sets the clock unless the `now` option is set', async () => {
    const clock = '2026-03-01T00:00:00Z';
    const month = async (options: CreateSandboxOptions) =>
      (await create(options)).clock.now().toISOString().slice(0, 7);
    expect(await month({ seed: { clock } })).toBe('2026-03');
    expect(await month({ seed: { clock }, now: '2026-05-01T00:00:00Z' })).toBe('2026-05');
  });

  test('is rejected if a field is invalid, and the error names the field', async () => {
    await expect(create({ seed: { accounts: [{ keys: [{ plan: 'x' }] }] } })).rejects.toMatchObject(
      {
        name: 'WaypostError',
        code: 'invalid_input',
        message: expect.stringContaining('accounts.0.keys.0.plan'),
      },
    );
  });
});

describe('a sandbox snapshot', () => {
  test('contains the accounts and keys, and can be restored any number of times', async () => {
    const sandbox = await create({ seed });
    const before = await accountsOf(sandbox);
    expect(await sandbox.snapshot('start')).toBe('start');
    for (let round = 0; round < 2; round += 1) {
      const { key } = await sandbox.key();
      expect((await fetch(`${sandbox.url}/keys/${key}`)).status).toBe(200);
      await sandbox.restore('start');
      expect((await fetch(`${sandbox.url}/keys/${key}`)).status).toBe(404);
      expect(await accountsOf(sandbox)).toEqual(before);
    }
  });

  test('gets a unique name if no name is passed to snapshot()', async () => {
    const sandbox = await create();
    const names = [
      await sandbox.snapshot(),
      await sandbox.snapshot('mine'),
      await sandbox.snapshot(),
    ];
    expect(names).toEqual(['snapshot-1', 'mine', 'snapshot-3']);
  });

  test('is rejected by snapshot() if its name is taken or invalid, and by restore() if its name is unknown', async () => {
    const sandbox = await create();
    const other = await create();
    await sandbox.snapshot('one');
    const refused = { name: 'WaypostError', code: 'invalid_input' };
    await expect(sandbox.snapshot('one')).rejects.toMatchObject(refused);
    await expect(sandbox.snapshot('../one')).rejects.toMatchObject(refused);
    await expect(other.restore('one')).rejects.toMatchObject(refused);
  });
});
