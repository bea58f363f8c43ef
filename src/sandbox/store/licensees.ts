// Licensees of sublicensing keys. A cancelled one stays in the store, because its lookups stay in the log.
import * as z from 'zod/mini';
import { parse } from '../http/parse';
import {
  type Database,
  integerColumn,
  newLicenseeKey,
  nullableInteger,
  type Row,
  textColumn,
} from './database';

const storedDetails = z.object({
  address: z.string(),
  postcode: z.string(),
  whitelist: z.array(z.string()).check(z.maxLength(1000)),
  /** Lookups a day; null for no limit. */
  dailyLimit: z.nullable(z.int().check(z.gte(0))),
});

type LicenseeDetails = z.infer<typeof storedDetails>;

export interface Licensee extends LicenseeDetails {
  id: number;
  keyId: number;
  key: string;
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When its daily count last changed. */
  countedAt: number;
  cancelledAt: number | null;
}

function readLicensee(row: Row): Licensee {
  const details = parse(storedDetails, JSON.parse(textColumn(row, 'details')));
  if (!('value' in details)) throw new TypeError('the store holds no licensee there');
  return {
    id: integerColumn(row, 'id'),
    keyId: integerColumn(row, 'key_id'),
    key: textColumn(row, 'key'),
    name: textColumn(row, 'name'),
    ...details.value,
    createdAt: integerColumn(row, 'created_at'),
    countedAt: integerColumn(row, 'counted_at'),
    cancelledAt: nullableInteger(row, 'cancelled_at'),
  };
}

function detailsText({ address, postcode, whitelist, dailyLimit }: LicenseeDetails): string {
  return JSON.stringify({ address, postcode, whitelist, dailyLimit });
}

export function createLicensees(database: Database) {
  const columns =
    'SELECT id, key_id, key, name, details, created_at, counted_at, cancelled_at FROM licensees';
  const insert = database.prepare(
    `INSERT INTO licensees (key_id, key, name, folded_name, details, created_at, counted_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  );
  const byKey = database.prepare(`${columns} WHERE key = ?`);
  const byId = database.prepare(`${columns} WHERE key_id = ? AND id = ?`);
  const byName = database.prepare(
    'SELECT id FROM licensees WHERE key_id = ? AND name = ? AND id <> ? AND cancelled_at IS NULL',
  );
  const page = database.prepare(
    `${columns} WHERE key_id = ? AND id > ? AND cancelled_at IS NULL AND instr(folded_name, ?) > 0 ORDER BY id LIMIT ?`,
  );
  const update = database.prepare(
    'UPDATE licensees SET name = ?, folded_name = ?, details = ? WHERE id = ?',
  );
  const updateKey = database.prepare('UPDATE licensees SET key = ? WHERE id = ?');
  const updateCounted = database.prepare('UPDATE licensees SET counted_at = ? WHERE id = ?');
  const updateCancelled = database.prepare('UPDATE licensees SET cancelled_at = ? WHERE id = ?');
  const one = (row: Row | undefined): Licensee | undefined => row && readLicensee(row);
  return {
    create(
      keyId: number,
      name: string,
      details: LicenseeDetails,
      now: number,
      key = newLicenseeKey(),
    ): Licensee {
      const { id } = insert.run(keyId, key, name, name.toLowerCase(), detailsText(details), now);
      return {
        id,
        keyId,
        key,
        name,
        ...details,
        createdAt: now,
        countedAt: now,
        cancelledAt: null,
      };
    },
    /** Finds one by its licensee key, also a cancelled one. */
    findByKey: (key: string) => one(byKey.get(key)),
    /** Finds one of an API key by its id, also a cancelled one. */
    findById: (keyId: number, id: number) => one(byId.get(keyId, id)),
    /** Whether an active licensee has this name, other than the one with `exceptId`. */
    isNameTaken: (keyId: number, name: string, exceptId = 0) =>
      byName.get(keyId, name, exceptId) !== undefined,
    /** The active ones after an id, whose name contains this text, in any case. */
    list: (keyId: number, after: number, limit: number, name: string): Licensee[] =>
      page.all(keyId, after, name.toLowerCase(), limit).map(readLicensee),
    save: (licensee: Licensee) =>
      void update.run(
        licensee.name,
        licensee.name.toLowerCase(),
        detailsText(licensee),
        licensee.id,
      ),
    renewKey(licensee: Licensee): Licensee {
      const key = newLicenseeKey();
      updateKey.run(key, licensee.id);
      return { ...licensee, key };
    },
    noteCount: (id: number, now: number) => void updateCounted.run(now, id),
    cancel: (id: number, now: number) => void updateCancelled.run(now, id),
  };
}
