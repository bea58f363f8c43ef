// Operations on a key's licensees.
import { endpoints } from '../api/endpoints';
import type { LicenseePage } from '../api/licensees';
import { maximumLicensees } from '../api/limits';
import type { WaypostError } from '../lib/errors';
import { isObject } from '../lib/exact-json';
import { manage, type OwnedKey, unexpectedResult } from './owned-key';
import { readPages } from './pages';

/** Selects the page of licensees to fetch, and the name to filter by. */
export interface LicenseeListQuery {
  /** The number of licensees on a page, at most 100. The default is 10 for one page and 100 for `listAll`. */
  limit?: number | undefined;
  /** The ID of the last licensee on the previous page. */
  startingAfter?: string | undefined;
  /** Lists only licensees whose name contains this text. */
  query?: string | undefined;
}

/**
 * GET /keys/{key}/licensees: returns one page of licensees, oldest first. Throws `invalid_response` if the result is
 * not a page of licensees.
 */
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

/** GET /keys/{key}/licensees/{licensee}: returns one licensee. `licensee` is an ID or a licensee key. */
export function getLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRead, { parameters: { licensee } });
}

/** POST /keys/{key}/licensees/{licensee}: changes a licensee. The service does not accept PUT for a licensee. */
export function updateLicensee(
  key: OwnedKey,
  licensee: string,
  body: Readonly<Record<string, unknown>>,
) {
  return manage(key, endpoints.licenseeUpdate, { parameters: { licensee }, body });
}

/** DELETE /keys/{key}/licensees/{licensee}: cancels the licensee. The licensee's key stops working. */
export function deleteLicensee(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeCancel, { parameters: { licensee } });
}

/**
 * POST /keys/{key}/licensees/{licensee}/regenerate-key: replaces the licensee's key and returns the licensee. The old
 * key stops working.
 */
export function regenerateLicenseeKey(key: OwnedKey, licensee: string) {
  return manage(key, endpoints.licenseeRegenerateKey, { parameters: { licensee } });
}

function isLicenseePage(value: unknown): value is LicenseePage {
  return isObject(value) && Array.isArray(value.licensees) && value.licensees.every(isObject);
}

interface AllLicensees {
  /** All licensees that were read, combined into one page. */
  page: LicenseePage;
  /** The error that ended the list early, or undefined if the list is complete. */
  stopped: WaypostError | undefined;
}

/** Lists all licensees, page by page. `readPages` documents the errors. */
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
