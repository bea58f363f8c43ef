// Stores each key's lookup purchases, and the number of lookups that the key consumed in each period. The purchases
// determine the key's balance.
import { type Database, integerColumn, nullableInteger, type Row } from './database';

export interface Purchase {
  id: number;
  /** The time at which the purchase expires, in milliseconds since the epoch; null if the purchase never expires. */
  expires: number | null;
  purchased: number;
  consumed: number;
}

export function remainingOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { purchased, consumed }) => sum + purchased - consumed, 0);
}

const readPurchase = (row: Row): Purchase => ({
  id: integerColumn(row, 'id'),
  expires: nullableInteger(row, 'expires'),
  purchased: integerColumn(row, 'purchased'),
  consumed: integerColumn(row, 'consumed'),
});

const selectPurchases = `
  SELECT id, expires, purchased, consumed
  FROM purchases
  WHERE key_id = ? AND (expires IS NULL OR expires > ?)
  ORDER BY id`;

const insertPurchase = `
  INSERT INTO purchases (key_id, expires, purchased, consumed)
  VALUES (?, ?, ?, 0)`;

const selectCountOf = 'SELECT count FROM consumption WHERE key_id = ? AND scope = ? AND period = ?';

const insertCount = `
  INSERT INTO consumption (key_id, scope, period, count)
  VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

export function createBalances(database: Database) {
  const select = database.prepare(selectPurchases);
  const insert = database.prepare(insertPurchase);
  const resize = database.prepare('UPDATE purchases SET purchased = ? WHERE id = ?');
  const take = database.prepare('UPDATE purchases SET consumed = consumed + ? WHERE id = ?');
  const selectCount = database.prepare(selectCountOf);
  const addCount = database.prepare(insertCount);
  /** Returns the purchases that have not expired, oldest first. */
  const purchases = (keyId: number, now: number): Purchase[] =>
    select.all(keyId, now).map(readPurchase);

  return {
    purchases,
    purchase: (keyId: number, lookups: number, expires: number | null = null) =>
      void insert.run(keyId, expires, lookups),
    /** Deducts lookups from the purchases, starting with the purchase that expires first. */
    consume(keyId: number, lookups: number, now: number): void {
      const never = Number.MAX_SAFE_INTEGER;
      const current = purchases(keyId, now).sort(
        (a, b) => (a.expires ?? never) - (b.expires ?? never) || a.id - b.id,
      );
      let wanted = lookups;
      for (const { id, purchased, consumed } of current) {
        const taken = Math.min(wanted, purchased - consumed);
        if (taken > 0) take.run(taken, id);
        wanted -= taken;
      }
    },
    /**
     * Sets the balance to a number of lookups. Changes the size of existing purchases, or adds a purchase if the key
     * has none.
     */
    setRemaining(keyId: number, lookups: number, now: number): void {
      const current = purchases(keyId, now);
      const more = lookups - remainingOf(current);
      const newest = current.at(-1);
      if (more > 0 && newest) resize.run(newest.purchased + more, newest.id);
      else if (more > 0) insert.run(keyId, null, more);
      let less = -more;
      for (const { id, purchased, consumed } of current.reverse()) {
        const taken = Math.min(Math.max(less, 0), purchased - consumed);
        if (taken > 0) resize.run(purchased - taken, id);
        less -= taken;
      }
    },
    /**
     * Returns the number of lookups that a key consumed in a period.
     * @param scope `key`, `ip:…` or `licensee:…`
     * @param period a UTC day or month
     */
    consumed(keyId: number, scope: string, period: string): number {
      const row = selectCount.get(keyId, scope, period);
      return row ? integerColumn(row, 'count') : 0;
    },
    count: (keyId: number, scope: string, period: string, lookups: number) =>
      void addCount.run(keyId, scope, period, lookups),
  };
}
