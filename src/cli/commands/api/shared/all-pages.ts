// `--paginate`: the pages of a list as one document of the same shape.

import { isObject, unexpectedResult } from '../../../../client/owned-key';
import { goesNowhere, readPages } from '../../../../client/pages';
import type { WaypostError } from '../../../../lib/errors';

/** An envelope whose result is a page: one list, and whether more follow. */
interface Page {
  envelope: Record<string, unknown>;
  result: Record<string, unknown>;
  /** The member with the list. */
  member: string;
  items: Record<string, unknown>[];
}

/** The merged document, and the error that stopped the reading, if any. */
export interface AllPages {
  document: unknown;
  stopped: WaypostError | undefined;
}

/**
 * Reads the pages after the first: as long as the result has `hasMore: true` and one list, after the id of
 * the list's last entry. `next` requests the document after an id. Undefined if nothing follows the first
 * document.
 */
export async function allPages(
  first: unknown,
  next: (after: string) => Promise<unknown>,
): Promise<AllPages | undefined> {
  if (!isObject(first) || !isObject(first.result) || first.result.hasMore !== true)
    return undefined;
  const page = pageOf(first);
  if (page === undefined) {
    const stopped = goesNowhere('says that more follow, but not of which list');
    return { document: first, stopped };
  }
  const { member } = page;
  const { items, last, stopped } = await readPages(page, {
    view: (current) => ({ items: current.items, more: current.result.hasMore === true }),
    next: async (after) => {
      const following = pageOf(await next(after));
      if (following?.member === member) return following;
      throw unexpectedResult('no further page of the list');
    },
  });
  const result = { ...last.result, [member]: items, hasMore: stopped !== undefined };
  return { document: { ...last.envelope, result }, stopped };
}

function pageOf(envelope: unknown): Page | undefined {
  if (!isObject(envelope) || !isObject(envelope.result)) return undefined;
  const { result } = envelope;
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value));
  const [[member, items] = ['', []]] = lists;
  if (lists.length !== 1 || !Array.isArray(items) || !items.every(isObject)) return undefined;
  return { envelope, result, member, items };
}
