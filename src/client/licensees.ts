// Operations on the licensees of a key.
import { endpoints } from '../api/endpoints';
import type { LicenseePage } from '../api/licensees';
import { maximumLicensees } from '../api/limits';
import type { WaypostError } from '../lib/errors';
import { isObject } from '../lib/exact-json';
import { manage, type OwnedKey, unexpectedResult } from './owned-key';
import { readPages } from './pages';

/** Filters of a list of licensees; all optional. */
export interface LicenseeListQuery {
  limit?: number | undefined;
  /** Id of the licensee after which to list. */
  startingAfter?: string | undefined;
  /** Part of the name. */
  query?: string | undefined;
}

/** GET /keys/{key}/licensees: one page, oldest first. Throws `invalid_response` for anything but a page. */
export async function listLicensees(
  key: OwnedKey,
  { limit, startingAfter, query }: LicenseeListQuery,
): Promise<LicenseePage> {
  const result = await manage(key, endpoints.licenseeList, {
    query: { limit: limit?.toString(), starting_after: startingAfter, query },
  });
  if (!isLicenseePage(result)) throw unexpectedResult('no list of licensees');
  return result;
}

export function createLicensee(key: OwnedKey, body: Readonly<Record<string, unknown>>) {
  return manage(key, endpoints.licenseeCreate, { body });
}

/** GET /keys/{key}/licensees/{licensee}; by id or licensee key. */
export function getLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRead, { parameters: { licensee } });
}

/** POST /keys/{key}/licensees/{licensee}. The method is POST, not PUT. */
export function updateLicensee(
  key: OwnedKey,
  licensee: string,
  body: Readonly<Record<string, unknown>>,
) {
  return manage(key, endpoints.licenseeUpdate, { parameters: { licensee }, body });
}

/** DELETE /keys/{key}/licensees/{licensee}: the licensee is cancelled, its key stops working. */
export function deleteLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeCancel, { parameters: { licensee } });
}

/** POST …/regenerate-key: a new key; the old one stops working. */
export function regenerateLicenseeKey(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRegenerateKey, { parameters: { licensee } });
}

function isLicenseePage(value: unknown): value is LicenseePage {
  return isObject(value) && Array.isArray(value.licensees) && value.licensees.every(isObject);
}

/** All entries as one page, and the error that stopped the reading, if any. */
interface AllLicensees {
  page: LicenseePage;
  stopped: WaypostError | undefined;
}

/** Lists licensees page by page; see `readPages` for failures. */
export async function listAllLicensees(
  key: OwnedKey,
  query: LicenseeListQuery,
): Promise<AllLicensees> {
  const limit = query.limit ?? maximumLicensees;
  const first = await listLicensees(key, { ...query, limit });
  const { items, last, stopped } = await readPages(first, {
    view: ({ licensees, hasMore }) => ({ items: licensees, more: hasMore === true }),
    next: (startingAfter) => listLicensees(key, { ...query, limit, startingAfter }),
  });
  return { page: { ...last, licensees: items, hasMore: stopped !== undefined }, stopped };
}
