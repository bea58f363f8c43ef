// The store with both builds of SQLite: the one in Node and the one for Node 20.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBuiltin } from '../../src/sandbox/store/builtin-driver';
import { integerColumn, textColumn, transaction } from '../../src/sandbox/store/database';
import { migrate, NewerStore } from '../../src/sandbox/store/migrations';
import { openDirectoryStore, openMemoryStore, storeFile } from '../../src/sandbox/store/store';
import { openWasm } from '../../src/sandbox/store/wasm-driver';

const drivers = [
  ['WebAssembly', openWasm],
  ...(openBuiltin(':memory:')
    ? [['builtin', async (path: string) => openBuiltin(path)] as const]
    : []),
] as const;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe.each(drivers)('the SQLite driver %s', (_name, open) => {
  const openFile = async () => {
    const database = await open(join(directory, 'one.db'));
    if (!database) throw new Error('this Node has no SQLite');
    return database;
  };

  test('stores values of each type', async () => {
    const database = await openFile();
    database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c BLOB, d)');
    const insert = database.prepare('INSERT INTO t (a, b, c, d) VALUES (?, ?, ?, ?)');
    const bytes = new Uint8Array([0, 255]);
    expect(insert.run('ä🙂\n', 2 ** 40, bytes, null)).toEqual({ changes: 1, id: 1 });
    expect(insert.run('', -1, bytes, 0.5)).toEqual({ changes: 1, id: 2 });
    const row = database.prepare('SELECT * FROM t WHERE id = ?').get(1);
    expect(row && [textColumn(row, 'a'), integerColumn(row, 'b'), row.d]).toEqual([
      'ä🙂\n',
      2 ** 40,
      null,
    ]);
    expect([...Buffer.from(row?.c as Uint8Array)]).toEqual([0, 255]);
    expect(() => row && textColumn(row, 'b')).toThrow('does not contain text');
    expect(database.prepare('SELECT id FROM t ORDER BY id').all()).toHaveLength(2);
    expect(database.prepare('SELECT * FROM t WHERE id = ?').get(9)).toBeUndefined();
    database.close();
  });

  test('rolls back a failed transaction', async () => {
    const database = await openFile();
    database.exec('CREATE TABLE t (a INTEGER UNIQUE)');
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    const twice = () =>
      transaction(database, () => {
        insert.run(1);
        insert.run(1);
      });
    expect(twice).toThrow(/UNIQUE/);
    expect(database.prepare('SELECT * FROM t').all()).toEqual([]);
    expect(transaction(database, () => insert.run(1).changes)).toBe(1);
    database.close();
  });

  test('distinguishes text with a NUL character from the text before this character', async () => {
    const database = await openFile();
    database.exec("CREATE TABLE t (a TEXT PRIMARY KEY); INSERT INTO t VALUES ('ak_test')");
    const select = database.prepare('SELECT a FROM t WHERE a = ?');
    expect(select.get('ak_test\0more')).toBeUndefined();
    expect(select.get('ak_test')).toEqual({ a: 'ak_test' });
    database.close();
  });

  test('leaves no statement open after a read', async () => {
    const database = await openFile();
    database.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2)');
    expect(database.prepare('SELECT a FROM t ORDER BY a').get()).toEqual({ a: 1 });
    database.exec('DROP TABLE t');
    database.close();
  });

  test('migrates a database only once, and rejects a newer schema', async () => {
    const database = await openFile();
    migrate(database);
    migrate(database);
    database.exec('PRAGMA user_version = 99');
    expect(() => migrate(database)).toThrow(NewerStore);
    database.close();
  });
});

describe('the store', () => {
  test('can be opened even if a killed process left a lock', async () => {
    mkdirSync(join(directory, `${storeFile}.lock`));
    const store = await openDirectoryStore(directory);
    store.close();
    expect(existsSync(join(directory, storeFile))).toBe(true);
  });

  test('is rejected if a newer version of waypost wrote it', async () => {
    (await openDirectoryStore(directory)).close();
    const database = await openWasm(join(directory, storeFile));
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(openDirectoryStore(directory)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('newer version'),
    });
  });

  test("counts a key's lookups separately for each scope and each period", async () => {
    const { keys, balances, close } = await openMemoryStore();
    const { id } = keys.create(null, 0);
    balances.count(id, 'key', '2026-11-20', 2);
    balances.count(id, 'key', '2026-11-20', 3);
    balances.count(id, 'ip:::1', '2026-11-20', 1);
    expect(balances.consumed(id, 'key', '2026-11-20')).toBe(5);
    expect(balances.consumed(id, 'key', '2026-11-21')).toBe(0);
    expect(balances.consumed(id, 'ip:::1', '2026-11-20')).toBe(1);
    close();
  });

  test('uses the lookups of the purchase that expires first, then the lookups of the oldest purchase that never expires', async () => {
    const { keys, balances, close } = await openMemoryStore();
    const { id } = keys.create(null, 0);
    balances.purchase(id, 2);
    balances.purchase(id, 2, 2000);
    balances.purchase(id, 2, 1000);
    balances.purchase(id, 2);
    const left = (now: number) =>
      balances.purchases(id, now).map(({ purchased, consumed }) => purchased - consumed);
    balances.consume(id, 3, 0);
    expect(left(0)).toEqual([2, 1, 0, 2]);
    balances.consume(id, 2, 1500);
    expect(left(1500)).toEqual([1, 0, 2]);
    balances.consume(id, 2, 3000);
    expect(left(3000)).toEqual([0, 1]);
    close();
  });

  test('rolls back the changes of a failed transaction', async () => {
    const { keys, transaction, close } = await openMemoryStore();
    const key = keys.create(null, 0);
    const fail = () =>
      transaction(() => {
        keys.saveSettings(key, { ...key.settings, name: 'Changed' });
        expect(keys.find(key.key)?.settings.name).toBe('Changed');
        throw new Error('nothing');
      });
    expect(fail).toThrow('nothing');
    expect(keys.find(key.key)?.settings.name).toBe('Test key');
    close();
  });

  test('distributes a new balance over purchases that have not expired', async () => {
    const { keys, balances, close } = await openMemoryStore();
    const { id } = keys.create(null, 0);
    balances.purchase(id, 10);
    balances.purchase(id, 20, 1000);
    balances.purchase(id, 5);
    const bought = (now: number) => balances.purchases(id, now).map(({ purchased }) => purchased);
    expect(bought(999)).toEqual([10, 20, 5]);
    expect(bought(1000)).toEqual([10, 5]);
    balances.setRemaining(id, 12, 0);
    expect(bought(0)).toEqual([10, 2, 0]);
    balances.setRemaining(id, 15, 0);
    expect(bought(0)).toEqual([10, 2, 3]);
    close();
  });
});
