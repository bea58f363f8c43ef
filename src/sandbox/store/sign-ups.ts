// Sign-ups with a stored state. A token is not stored when it is made: a row is added when its page is
// submitted, or when a test expires it.
import { type Database, integerOrNull } from './database';

/** The stored state of a sign-up. */
export interface SignUp {
  /** Its account. */
  accountId: number | null;
  claimedAt: number | null;
  /** When a test expired it; a token also expires by its own time. */
  expiredAt: number | null;
}

/** Opens the sign-ups of a store. */
export function createSignUps(database: Database) {
  const select = database.prepare(
    'SELECT account_id, claimed_at, expired_at FROM sign_ups WHERE id = ?',
  );
  const complete = database.prepare(
    'INSERT INTO sign_ups (id, account_id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id',
  );
  const claim = database.prepare('UPDATE sign_ups SET claimed_at = ? WHERE id = ?');
  const expire = database.prepare(
    'INSERT INTO sign_ups (id, expired_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET expired_at = excluded.expired_at',
  );
  return {
    find(id: string): SignUp | undefined {
      const row = select.get(id);
      if (!row) return undefined;
      return {
        accountId: integerOrNull(row, 'account_id'),
        claimedAt: integerOrNull(row, 'claimed_at'),
        expiredAt: integerOrNull(row, 'expired_at'),
      };
    },
    complete: (id: string, accountId: number) => void complete.run(id, accountId),
    claim: (id: string, now: number) => void claim.run(now, id),
    expire: (id: string, now: number) => void expire.run(id, now),
  };
}

/** The sign-ups of a store, by the id in their token. */
export type SignUps = ReturnType<typeof createSignUps>;
