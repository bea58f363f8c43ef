// Reads a list page by page, and stops if the service's pages never end.
import { WaypostError } from '../lib/errors';
import { isNumber, jsonText } from '../lib/exact-json';
import { countValues } from './envelope';
import { failed } from './reasons';

/** All entries that were read, and the error that stopped the reading, if any. */
export interface Pages<Page, Item> {
  items: Item[];
  last: Page;
  stopped: WaypostError | undefined;
}

export interface PageReading<Page, Item> {
  /** The entries of a page, and whether more follow. */
  view(page: Page): { items: readonly Item[]; more: boolean };
  /** The page after the entry with this id. */
  next(after: string): Promise<Page>;
}

/** Most bytes of a list, as counted here. As objects and text they take about 120 MB of memory. */
const maxListBytes = 16 * 1024 * 1024;
/** Memory of an entry and of a value beside their text, in bytes. */
const bytesOfEntry = 200;
const bytesOfValue = 16;

/**
 * Continues after the first page. A later failure does not discard the entries: it is returned beside them. A
 * page that repeats an entry, or says that more follow and names no entry to continue after, is
 * `invalid_response`; so are pages without an end, when they reach the memory limit.
 */
export async function readPages<Page, Item extends { id?: unknown }>(
  first: Page,
  { view, next }: PageReading<Page, Item>,
): Promise<Pages<Page, Item>> {
  const items: Item[] = [];
  const seen = new Set<string | undefined>();
  let bytes = 0;
  let page = first;
  for (;;) {
    const { items: found, more } = view(page);
    const fresh = found.filter(({ id }) => !seen.has(idText(id)));
    for (const item of fresh) items.push(item);
    const read = (stopped?: WaypostError) => ({ items, last: page, stopped });
    if (fresh.length < found.length) return read(paginationError('repeats a page'));
    if (!more) return read();
    for (const { id } of fresh) seen.add(idText(id));
    seen.delete(undefined);
    const last = idText(fresh.at(-1)?.id);
    if (last === undefined) {
      return read(paginationError('says that more follow, but not after which'));
    }
    const json = Buffer.from(jsonText(fresh));
    bytes += json.length + fresh.length * bytesOfEntry + countValues(json) * bytesOfValue;
    if (bytes > maxListBytes) return read(tooManyPages(items.length, last));
    try {
      page = await next(last);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      return read(error.with({ about: { after: last } }));
    }
  }
}

/** An id as a text; undefined for a value that cannot be an id. */
function idText(id: unknown): string | undefined {
  return typeof id === 'string' || isNumber(id) ? String(id) : undefined;
}

/** Adds the id to continue after as `about.after`, as for each error that ends the reading early. */
function tooManyPages(entries: number, after: string): WaypostError {
  const message = `The list has more than the ${entries} entries that were read, the most that fit in memory.`;
  return new WaypostError('invalid_response', message, { about: { after } });
}

/** The error of pages that cannot be continued; `how` says what the service did. */
export function paginationError(how: string): WaypostError {
  const message = `The service ${how}, so the list cannot be completed.`;
  return failed('invalid_response', 'pages_lead_nowhere', message);
}
