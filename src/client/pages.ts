// Reads a list page by page, and stops if a page repeats items or the list does not fit in memory.
import { WaypostError } from '../lib/errors';
import { isNumber, jsonText } from '../lib/exact-json';
import { countValues } from './envelope';
import { failed } from './reasons';

export interface Pages<Page, Item> {
  /** The items of all pages that were read. */
  items: Item[];
  /** The last page that was read. */
  last: Page;
  /** The error that ended the list early, or undefined if the list is complete. */
  stopped: WaypostError | undefined;
}

export interface PageReading<Page, Item> {
  /** Returns the items of a page, and whether more items follow. */
  view(page: Page): { items: readonly Item[]; more: boolean };
  /** Requests the page that starts after the item with this ID. */
  next(after: string): Promise<Page>;
}

/**
 * The maximum size of a list, as estimated by `readPages`, in bytes. The objects and the text of a list of this size
 * take about 120 MB of memory.
 */
const maxListBytes = 16 * 1024 * 1024;
/** The memory that each item and each value takes in addition to its JSON text, in bytes. */
const bytesOfEntry = 200;
const bytesOfValue = 16;

/**
 * Reads the pages after the first page, and returns the items of all pages, including the first page. If a later page
 * fails, returns the error together with the items read so far. The error is `invalid_response` if a page repeats an
 * item, if a page announces more items but its last item has no ID, or if the list exceeds the memory limit.
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
      return read(
        paginationError('reports more entries, but does not send an ID for the next page'),
      );
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

/** Returns an ID as text, or undefined if the value cannot be an ID. */
function idText(id: unknown): string | undefined {
  return typeof id === 'string' || isNumber(id) ? String(id) : undefined;
}

/**
 * Returns the error for a list that exceeds the memory limit. `about.after` is the ID of the last item, as in the error
 * for a failed page.
 */
function tooManyPages(entries: number, after: string): WaypostError {
  const message = `The list has more entries than fit in memory. waypost read ${entries} entries.`;
  return new WaypostError('invalid_response', message, { about: { after } });
}

/** Returns the error for a list that cannot be completed. `cause` completes the sentence "The service …". */
export function paginationError(cause: string): WaypostError {
  const message = `The service ${cause}, so waypost cannot complete the list.`;
  return failed('invalid_response', 'pages_lead_nowhere', message);
}
