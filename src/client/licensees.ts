// Operations on a key's licensees.
import { endpoints } from '../api/endpoints';
import type { LicenseePage } from '../api/licensees';
import { maximumLicensees } from '../api/limits';
import type { WaypostError } from '../lib/errors';
import { isObject } from '../lib/exact-json';
import { manage, type OwnedKey, unexpectedResult } from './owned-key';
import { readPages } from './pages';

/** The page and filter of a list of licensees. */
export interface LicenseeListQuery {
  /** Number of licensees on a page, at most 100 (default for one page: 10; for `listAll`: 100). */
  limit?: number | undefined;
  /** ID of the last licensee of the previous page. */
  startingAfter?: string | undefined;
  /** Lists only licensees whose name contains this text. */
  query?: string | undefined;
}

/** GET /keys/{key}/licensees: one page, oldest first. Throws `invalid_response` if the result is not a page. */
export async function listLicensees(
  key: OwnedKey,
  { limit, startingAfter, query }: LicenseeListQuery,
): Promise<LicenseePage> {
  const result = await manage(key, endpoints.licenseeList, {
    query: { limit: limit?.toString(), starting_after: startingAfter, query },
  });
  if (!isLicenseePage(result)) throw unexpectedResult('a list of licensees');
  return result;
}

export function createLicensee(key: OwnedKey, body: Readonly<Record<string, unknown>>) {
  return manage(key, endpoints.licenseeCreate, { body });
}

/** GET /keys/{key}/licensees/{licensee}. `licensee` is an ID or a licensee key. */
export function getLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRead, { parameters: { licensee } });
}

/** POST /keys/{key}/licensees/{licensee}. The service has no PUT here. */
export function updateLicensee(
  key: OwnedKey,
  licensee: string,
  body: Readonly<Record<string, unknown>>,
) {
  return manage(key, endpoints.licenseeUpdate, { parameters: { licensee }, body });
}

/** DELETE /keys/{key}/licensees/{licensee}: cancels the licensee, whose key stops working. */
export function deleteLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeCancel, { parameters: { licensee } });
}

/** POST /keys/{key}/licensees/{licensee}/regenerate-key: returns a new key; the old one stops working. */
export function regenerateLicenseeKey(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRegenerateKey, { parameters: { licensee } });
}

function isLicenseePage(value: unknown): value is LicenseePage {
  return isObject(value) && Array.isArray(value.licensees) && value.licensees.every(isObject);
}

interface AllLicensees {
  /** All licensees that were read, as one page. */
  page: LicenseePage;
  /** The error that stopped the list early, if any. */
  stopped: WaypostError | undefined;
}

/** Lists all licensees, page by page; see `readPages` for failures. */
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
