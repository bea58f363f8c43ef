// Paginated lists: waypost reads every page, and stops if a service would never end the list.
import { describe, expect, test } from 'vitest';
import { readPages } from '../../src/client/pages';
import { WaypostError } from '../../src/lib/errors';

interface Item {
  id?: unknown;
  text?: string;
}

type Page = Item[];

/** Reads pages. Each page except the last announces another page. Returns the requests and the outcome. */
async function read(first: Page, next: (after: string) => Page | undefined, ends = false) {
  const asked: string[] = [];
  let page: Page | undefined = first;
  let isLast = ends;
  const outcome = await readPages<Page, Item>(first, {
    view: (items) => ({ items, more: !isLast }),
    next: async (after) => {
      asked.push(after);
      page = next(after);
      isLast = page === undefined;
      return page ?? [];
    },
  });
  return { asked, ...outcome, ids: outcome.items.map(({ id }) => id) };
}

test('readPages does not send a request if the first page is the last', async () => {
  expect(await read([{ id: 1 }], () => undefined, true)).toMatchObject({
    asked: [],
    ids: [1],
    stopped: undefined,
  });
});

test('readPages requests each page with the last ID of the previous page, whether the ID is a number or a string', async () => {
  const pages: Record<string, Page> = { 2: [{ id: 'c' }], c: [{ id: 4 }] };
  const { asked, ids, stopped } = await read([{ id: 1 }, { id: 2 }], (after) => pages[after]);
  expect({ asked, ids, stopped }).toEqual({
    asked: ['2', 'c', '4'],
    ids: [1, 2, 'c', 4],
    stopped: undefined,
  });
});

describe('readPages', () => {
  test.each<[what: string, second: Page, ids: unknown[], message: RegExp]>([
    ['that repeats the previous page', [{ id: 1 }], [1], /repeats a page/],
    ['that repeats an entry', [{ id: 1 }, { id: 2 }], [1, 2], /repeats a page/],
    [
      'whose last entry has no ID',
      [{ text: 'x' }],
      [1, undefined],
      /does not send an ID for the next page/,
    ],
    ['whose last ID is an object', [{ id: {} }], [1, {}], /does not send an ID for the next page/],
    ['that is empty but not the last', [], [1], /does not send an ID for the next page/],
  ])(
    'stops after a page %s, and keeps the entries read so far',
    async (_, second, ids, message) => {
      const outcome = await read([{ id: 1 }], () => second);
      expect(outcome).toMatchObject({
        ids,
        last: second,
        stopped: { code: 'invalid_response', reason: 'pages_lead_nowhere' },
      });
      expect(outcome.stopped?.message).toMatch(message);
    },
  );

  test('reads every page even if several entries have no ID', async () => {
    const pages: Page[] = [[{ text: 'b' }, { id: 2 }]];
    const { items } = await read([{ text: 'a' }, { id: 1 }], () => pages.shift());
    expect(items).toHaveLength(4);
  });
});

/** Reads a thousand pages with this many entries, each with a text of this length. */
function readMany(length: number, entries: number) {
  let count = 0;
  const text = 'x'.repeat(length);
  const page = () => Array.from({ length: entries }, () => ({ id: count++, text }));
  return read(page(), () => (count < 1000 * entries ? page() : undefined));
}

test('readPages stops reading an endless list before it fills the memory', async () => {
  // 16 MiB of entries of 100 kB each.
  const { items, stopped } = await readMany(100_000, 1);
  expect(items).toHaveLength(168);
  expect(stopped).toMatchObject({
    code: 'invalid_response',
    message: 'The list has more entries than fit in memory. waypost read 168 entries.',
    about: { after: '167' },
  });
});

test('readPages requests a further page if the entries read so far take exactly 16 MiB', async () => {
  // An entry takes 200 bytes in addition to its text, and each of its three values takes 16.
  const beside = JSON.stringify([{ id: 0, text: '' }]).length + 200 + 3 * 16;
  expect((await readMany(16 * 1024 * 1024 - beside, 1)).items).toHaveLength(2);
});

test('readPages stops after 70,000 short entries, because entries and values take memory in addition to their text', async () => {
  // Each entry takes 20 to 25 bytes of JSON, 200 for itself, and 16 for each of three values.
  const { items } = await readMany(0, 10_000);
  expect(items).toHaveLength(70_000);
});

describe('readPages', () => {
  const failing = (error: unknown) =>
    read([{ id: 1 }], () => {
      throw error;
    });

  test("returns the first page's entries together with the WaypostError if the second page fails", async () => {
    const { ids, stopped } = await failing(new WaypostError('timeout', 'Late.'));
    expect(ids).toEqual([1]);
    expect(stopped).toMatchObject({ code: 'timeout', message: 'Late.', about: { after: '1' } });
  });

  test('throws any other error that occurs on the second page', async () => {
    const reason = new Error('interrupted');
    await expect(failing(reason)).rejects.toBe(reason);
  });
});
