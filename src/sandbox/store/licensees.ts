// The licensees in the store. The store keeps canceled licensees, because their lookups stay in the lookup log.
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
  /** The maximum number of lookups in a day; null if there is no limit. */
  dailyLimit: z.nullable(z.int().check(z.gte(0))),
});

type LicenseeDetails = z.infer<typeof storedDetails>;

export interface Licensee extends LicenseeDetails {
  id: number;
  keyId: number;
  key: string;
  name: string;
  /** The creation time, in milliseconds since the epoch. */
  createdAt: number;
  /** The time at which the daily count last changed, in milliseconds since the epoch. */
  countedAt: number;
  /** The cancellation time, in milliseconds since the epoch; null if the licensee is active. */
  cancelledAt: number | null;
}

function readLicensee(row: Row): Licensee {
  const details = parse(storedDetails, JSON.parse(textColumn(row, 'details')));
  if (!('value' in details)) throw new TypeError('the store contains an invalid licensee');
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

const selectLicensees = `
  SELECT id, key_id, key, name, details, created_at, counted_at, cancelled_at
  FROM licensees`;

const selectPage = `
  ${selectLicensees}
  WHERE key_id = ? AND id > ? AND cancelled_at IS NULL AND instr(folded_name, ?) > 0
  ORDER BY id
  LIMIT ?`;

const selectByName = `
  SELECT id
  FROM licensees
  WHERE key_id = ? AND name = ? AND id <> ? AND cancelled_at IS NULL`;

const insertLicensee = `
  INSERT INTO licensees (key_id, key, name, folded_name, details, created_at, counted_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`;

const updateLicensee = `
  UPDATE licensees
  SET name = ?, folded_name = ?, details = ?
  WHERE id = ?`;

export function createLicensees(database: Database) {
  const insert = database.prepare(insertLicensee);
  const byKey = database.prepare(`${selectLicensees} WHERE key = ?`);
  const byId = database.prepare(`${selectLicensees} WHERE key_id = ? AND id = ?`);
  const byName = database.prepare(selectByName);
  const page = database.prepare(selectPage);
  const update = database.prepare(updateLicensee);
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
    /** Returns the licensee with this licensee key, even if the licensee is canceled. */
    findByKey: (key: string) => one(byKey.get(key)),
    /** Returns an API key's licensee with this ID, even if the licensee is canceled. */
    findById: (keyId: number, id: number) => one(byId.get(keyId, id)),
    /** True if an active licensee other than `exceptId` has this name. */
    isNameTaken: (keyId: number, name: string, exceptId = 0) =>
      byName.get(keyId, name, exceptId) !== undefined,
    /**
     * Returns at most `limit` active licensees whose ID is above `after` and whose name contains `name`, in ascending
     * order of IDs. The comparison ignores letter case.
     */
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
