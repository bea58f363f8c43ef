// The sandbox's own state: the secret that signs its sign-up tokens, the offset of its clock, and the
// counters of its log.
import { randomBytes } from 'node:crypto';
import { type Database, integerColumn, textColumn } from './database';

export function createSettings(database: Database) {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const advance = database.prepare(
    `INSERT INTO settings (name, value)
    VALUES ('sequence', ?1)
    ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + ?1
    RETURNING CAST(value AS INTEGER) AS next`,
  );
  const find = (name: string): string | undefined => {
    const row = select.get(name);
    return row && textColumn(row, 'value');
  };
  const findNumber = (name: string): number | undefined => {
    const stored = find(name);
    return stored === undefined ? undefined : Number(stored);
  };
  return {
    /** 256-bit secret, created on first use. */
    secret(): Buffer {
      const stored = find('secret');
      if (stored !== undefined) return Buffer.from(stored, 'base64url');
      const secret = randomBytes(32);
      upsert.run('secret', secret.toString('base64url'));
      return secret;
    },
    clockOffset: () => findNumber('clock_offset') ?? 0,
    saveClockOffset: (offset: number) => void upsert.run('clock_offset', String(offset)),
    /** Reserves `count` new numbers; returns the first. */
    takeSequence(count: number): number {
      const row = advance.get(count);
      if (!row) throw new Error('the store gave no sequence');
      return integerColumn(row, 'next') - count;
    },
    /** When the weekly redaction last ran, in milliseconds since the epoch; undefined before the first. */
    lastRedaction: () => findNumber('last_redaction'),
    saveLastRedaction: (time: number) => void upsert.run('last_redaction', String(time)),
    /** The clock's time when the newest snapshot was saved; undefined before the first. */
    snapshotTime: () => findNumber('snapshot_time'),
    saveSnapshotTime: (time: number) => void upsert.run('snapshot_time', String(time)),
  };
}
