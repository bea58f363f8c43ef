// Reads page after page of a list, and stops where the service's pages lead nowhere.
import { WaypostError } from '../../lib/errors';
import { isNumber, jsonText } from '../../lib/exact-json';
import { failed } from '../reasons';

/** What is asked of a page: its entries, and whether more follow. */
interface PageView<Item> {
  items: readonly Item[];
  more: boolean;
}

/** Everything that was read, and what stopped the reading before the last page. */
export interface Pages<Page, Item> {
  items: Item[];
  last: Page;
  stopped: WaypostError | undefined;
}

/** How pages are read. */
export interface PageReading<Page, Item> {
  view(page: Page): PageView<Item>;
  /** The page after the entry with this id. */
  next(after: string): Promise<Page>;
}

/** What a list may have, in bytes of its JSON. Held as objects and text, that takes some 100 MB. */
const maxBytes = 8 * 1024 * 1024;
/** What an entry takes beside its text. */
const bytesOfEntry = 64;

/**
 * Reads on from the first page. A failure after it does not throw what was read away: it is returned
 * beside it. A page that repeats an entry, or says that more follow and names no entry to continue after, is
 * `invalid_response`, and so are pages without an end: they are read until they fill the memory they may
 * take.
 */
export async function readPages<Page, Item extends { id?: unknown }>(
  first: Page,
  { view, next }: PageReading<Page, Item>,
): Promise<Pages<Page, Item>> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let page = first;
  for (;;) {
    const { items: found, more } = view(page);
    const fresh = found.filter(({ id }) => !seen.has(idText(id) ?? ''));
    for (const item of fresh) items.push(item);
    const read = (stopped?: WaypostError) => ({ items, last: page, stopped });
    if (fresh.length < found.length) return read(goesNowhere('repeats a page'));
    if (!more) return read();
    for (const { id } of fresh) seen.add(idText(id) ?? '');
    seen.delete('');
    const last = idText(fresh.at(-1)?.id);
    if (last === undefined) {
      return read(goesNowhere('says that more follow, but not after which'));
    }
    bytes += Buffer.byteLength(jsonText(fresh)) + fresh.length * bytesOfEntry;
    if (bytes > maxBytes) return read(tooManyPages(items.length, last));
    try {
      page = await next(last);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      return read(error.with({ about: { after: last } }));
    }
  }
}

/** An id as a text; undefined for what cannot be one. */
function idText(id: unknown): string | undefined {
  return typeof id === 'string' || isNumber(id) ? String(id) : undefined;
}

/** The error carries the id to continue after as `about.after`, as each that ends the reading before its end. */
function tooManyPages(entries: number, after: string): WaypostError {
  return new WaypostError(
    'invalid_response',
    `The list has more than the ${entries} entries that were read, which is all that is held at once.`,
    { about: { after } },
  );
}

/** The error of pages that cannot be read on; `how` says what the service does. */
export function goesNowhere(how: string): WaypostError {
  return failed(
    'invalid_response',
    'pages_lead_nowhere',
    `The service ${how}, so the list cannot be completed.`,
  );
}
