// Reads every page of a key's licensees, and stops where the service's pages lead nowhere.
import { WaypostError } from '../contract/errors';
import { isNumber } from '../contract/exact-json';
import { maximumLicensees } from '../interface/limits';
import type { Licensee, LicenseePage } from '../interface/types';
import { type LicenseeListQuery, listLicensees } from './licensees';
import type { ManagedKey } from './managed';

/** Everything that was read as one page, and what stopped the reading before the last page. */
export interface AllLicensees {
  page: LicenseePage;
  stopped: WaypostError | undefined;
}

/**
 * Lists licensees page after page. A failure after the first page does not throw what was read away:
 * it is returned beside it. A page that repeats a licensee, or says that more follow and gives nothing
 * to go on from, is `invalid_response` (contract, section 10).
 */
export async function listAllLicensees(
  key: ManagedKey,
  query: LicenseeListQuery,
): Promise<AllLicensees> {
  const limit = query.limit ?? maximumLicensees;
  let page = await listLicensees(key, { ...query, limit });
  const licensees: Licensee[] = [];
  const seen = new Set<string>();
  const read = (stopped?: WaypostError): AllLicensees => ({
    page: { ...page, licensees, hasMore: stopped !== undefined },
    stopped,
  });
  for (;;) {
    const fresh = page.licensees.filter(({ id }) => !seen.has(String(id)));
    licensees.push(...fresh);
    if (fresh.length < page.licensees.length) return read(goesNowhere('repeats a page'));
    if (page.hasMore !== true) return read();
    for (const { id } of fresh) seen.add(String(id));
    const last = fresh.at(-1)?.id;
    if (typeof last !== 'string' && !isNumber(last)) {
      return read(goesNowhere('says that more follow, but not after which'));
    }
    try {
      page = await listLicensees(key, { ...query, limit, startingAfter: String(last) });
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      return read(
        error.with({
          hint: `Go on with --starting-after ${last} --all. ${error.hint ?? ''}`.trim(),
        }),
      );
    }
  }
}

function goesNowhere(how: string): WaypostError {
  return new WaypostError(
    'invalid_response',
    `The service ${how}, so the list cannot be completed.`,
    {
      hint: 'What was read so far is shown. Page by hand with --starting-after <id>.',
    },
  );
}
