// What the sandbox remembers about itself: the secret its sign-up tokens are signed with, and how far
// its clock was moved.
import { randomBytes } from 'node:crypto';
import { type Database, textOf } from './database';

/** The sandbox's own settings. */
export interface Settings {
  /** 256-bit secret, made when it is first asked for. */
  secret(): Buffer;
  /** Milliseconds by which the clock runs ahead. */
  clockOffset(): number;
  keepClockOffset(offset: number): void;
}

/** Opens the settings of a store. */
export function createSettings(database: Database): Settings {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const find = (name: string): string | undefined => {
    const row = select.get(name);
    return row && textOf(row, 'value');
  };
  return {
    secret() {
      const kept = find('secret');
      if (kept !== undefined) return Buffer.from(kept, 'base64url');
      const secret = randomBytes(32);
      upsert.run('secret', secret.toString('base64url'));
      return secret;
    },
    clockOffset: () => Number(find('clock_offset') ?? 0),
    keepClockOffset: (offset) => void upsert.run('clock_offset', String(offset)),
  };
}
