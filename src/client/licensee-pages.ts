// Every page of a key's licensees as one.

import { maximumLicensees } from '../api/limits';
import type { LicenseePage } from '../api/types';
import type { WaypostError } from '../lib/errors';
import { readPages } from './http/pages';
import { type LicenseeListQuery, listLicensees } from './licensees';
import type { OwnedKey } from './owned-key';

/** Everything that was read as one page, and what stopped the reading before the last page. */
export interface AllLicensees {
  page: LicenseePage;
  stopped: WaypostError | undefined;
}

/** Lists licensees page after page; see `readPages` for what becomes of a failure. */
export async function listAllLicensees(
  key: OwnedKey,
  query: LicenseeListQuery,
): Promise<AllLicensees> {
  const limit = query.limit ?? maximumLicensees;
  const first = await listLicensees(key, { ...query, limit });
  const { items, last, stopped } = await readPages(first, {
    view: ({ licensees, hasMore }) => ({ items: licensees, more: hasMore === true }),
    next: (startingAfter) => listLicensees(key, { ...query, limit, startingAfter }),
    option: (after) => `--starting-after ${after}`,
  });
  return { page: { ...last, licensees: items, hasMore: stopped !== undefined }, stopped };
}
