// Reads a list page by page, and stops if the pages never end.
import { WaypostError } from '../lib/errors';
import { isNumber, jsonText } from '../lib/exact-json';
import { countValues } from './envelope';
import { failed } from './reasons';

export interface Pages<Page, Item> {
  /** The entries of all pages that were read. */
  items: Item[];
  /** The last page that was read. */
  last: Page;
  /** The error that stopped the list early, if any. */
  stopped: WaypostError | undefined;
}

export interface PageReading<Page, Item> {
  /** Returns the entries of a page, and whether more follow. */
  view(page: Page): { items: readonly Item[]; more: boolean };
  /** Requests the page after the entry with this ID. */
  next(after: string): Promise<Page>;
}

/** The largest list, in bytes as counted below. Such a list takes about 120 MB of memory as objects and text. */
const maxListBytes = 16 * 1024 * 1024;
/** Memory that an entry and a value take in addition to their text, in bytes. */
const bytesOfEntry = 200;
const bytesOfValue = 16;

/**
 * Reads the pages after the first one. If a later page fails, returns its error together with the entries that were
 * read. The error is `invalid_response` if a page repeats an entry, if a page says that more entries follow but has no
 * entry to continue after, or if the list exceeds the memory limit.
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
      return read(paginationError('says that more entries follow, but not after which one'));
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

/** Returns an ID as text, or undefined for a value that cannot be an ID. */
function idText(id: unknown): string | undefined {
  return typeof id === 'string' || isNumber(id) ? String(id) : undefined;
}

/** The error of a list that exceeds the memory limit. Like the error of a failed page, it has `about.after`. */
function tooManyPages(entries: number, after: string): WaypostError {
  const message = `The list has more entries than fit in memory. ${entries} entries were read.`;
  return new WaypostError('invalid_response', message, { about: { after } });
}

/** The error of a list that cannot be completed; `cause` completes the sentence "The service …". */
export function paginationError(cause: string): WaypostError {
  const message = `The service ${cause}, so the list cannot be completed.`;
  return failed('invalid_response', 'pages_lead_nowhere', message);
}
