// Values that the store keeps for the sandbox itself: the secret that signs sign-up tokens, the clock offset, the next
// sequence number of the lookup log, and the times of the latest redaction and snapshot.
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
    /** Returns the 256-bit secret that signs sign-up tokens. The first call creates the secret. */
    secret(): Buffer {
      const stored = find('secret');
      if (stored !== undefined) return Buffer.from(stored, 'base64url');
      const secret = randomBytes(32);
      upsert.run('secret', secret.toString('base64url'));
      return secret;
    },
    clockOffset: () => findNumber('clock_offset') ?? 0,
    saveClockOffset: (offset: number) => void upsert.run('clock_offset', String(offset)),
    /** Reserves `count` sequence numbers. Returns the first of these numbers. */
    takeSequence(count: number): number {
      const row = advance.get(count);
      if (!row) throw new Error('the store did not return a sequence number');
      return integerColumn(row, 'next') - count;
    },
    /**
     * Returns the due time of the latest redaction, in milliseconds since the epoch; undefined before the first
     * redaction.
     */
    lastRedaction: () => findNumber('last_redaction'),
    saveLastRedaction: (time: number) => void upsert.run('last_redaction', String(time)),
    /** Returns the time that the sandbox's clock showed at the latest snapshot; undefined before the first snapshot. */
    snapshotTime: () => findNumber('snapshot_time'),
    saveSnapshotTime: (time: number) => void upsert.run('snapshot_time', String(time)),
  };
}
