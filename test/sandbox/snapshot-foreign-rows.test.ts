import { join } from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import { expect, test } from 'vitest';
import { startSandbox } from '../support/sandbox';
import { scratchDirectory } from '../support/scratch';
import { send } from './support/client';

const directory = scratchDirectory();

test('a snapshot with log entries that belong to a missing key is rejected and does not change the sandbox', async () => {
  const sandbox = await startSandbox({
    data: null,
    snapshots: directory,
    seed: { accounts: [{ keys: [{ key: 'ak_kept', lookups: [{ count: 5, days: 5 }] }] }] },
  });
  const call = (path: string) => send('POST', `${sandbox.origin}/_sandbox/snapshots/${path}`);
  try {
    await call('one');
    const file = new Database(join(directory, 'one.db'));
    file.exec('PRAGMA foreign_keys = OFF; UPDATE lookups SET key_id = 999');
    file.close();
    const { status, json } = await call('one/restore');
    expect([status, Object(json).error]).toEqual([
      400,
      'The snapshot one is damaged: a row in the table lookups refers to a missing row. Nothing was changed. Delete the snapshot, then save a new one.',
    ]);
    expect((await send('GET', `${sandbox.url}/keys/ak_kept`)).status).toBe(200);

    await call('two');
    await send('DELETE', `${sandbox.origin}/_sandbox/keys/ak_kept`);
    expect((await call('two/restore')).status).toBe(200);
    expect((await send('GET', `${sandbox.url}/keys/ak_kept`)).status).toBe(200);
    // Rows that refer to others are checked again after a restore: a deleted key takes its log with it.
    await send('DELETE', `${sandbox.origin}/_sandbox/keys/ak_kept`);
    await call('three');
    const left = new Database(join(directory, 'three.db'));
    expect(left.get('SELECT count(*) AS rows FROM lookups')).toEqual({ rows: 0 });
    left.close();
  } finally {
    await sandbox.close();
  }
});
