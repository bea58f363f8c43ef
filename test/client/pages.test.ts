// Lists that come in pages: read to the end, and stopped where a service would never end them.
import { describe, expect, test } from 'vitest';
import { readPages } from '../../src/client/pages';
import { WaypostError } from '../../src/lib/errors';

interface Item {
  id?: unknown;
  text?: string;
}

type Page = Item[];

/** Reads pages; each but the last says that more follow. What was asked for, and what came of it. */
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

test('one page', async () => {
  expect(await read([{ id: 1 }], () => undefined, true)).toMatchObject({
    asked: [],
    ids: [1],
    stopped: undefined,
  });
});

test('each is asked for by the last id before it, whatever type that has', async () => {
  const pages: Record<string, Page> = { 2: [{ id: 'c' }], c: [{ id: 4 }] };
  const { asked, ids, stopped } = await read([{ id: 1 }, { id: 2 }], (after) => pages[after]);
  expect({ asked, ids, stopped }).toEqual({
    asked: ['2', 'c', '4'],
    ids: [1, 2, 'c', 4],
    stopped: undefined,
  });
});

describe('pages that lead nowhere: what was read is kept', () => {
  test.each<[what: string, second: Page, ids: unknown[], message: RegExp]>([
    ['one that comes again', [{ id: 1 }], [1], /repeats a page/],
    ['one that repeats an entry', [{ id: 1 }, { id: 2 }], [1, 2], /repeats a page/],
    ['one whose last has no id', [{ text: 'x' }], [1, undefined], /but not after which/],
    ['one whose last id is an object', [{ id: {} }], [1, {}], /but not after which/],
    ['one that is empty, and not the last', [], [1], /but not after which/],
  ])('%s', async (_, second, ids, message) => {
    const outcome = await read([{ id: 1 }], () => second);
    expect(outcome).toMatchObject({
      ids,
      last: second,
      stopped: { code: 'invalid_response', reason: 'pages_lead_nowhere' },
    });
    expect(outcome.stopped?.message).toMatch(message);
  });

  test('entries without an id are no repetition of each other', async () => {
    const pages: Page[] = [[{ text: 'b' }, { id: 2 }]];
    const { items } = await read([{ text: 'a' }, { id: 1 }], () => pages.shift());
    expect(items).toHaveLength(4);
  });
});

/** Reads pages of so many bytes of text each, and so many entries, that would end after the thousandth. */
function readMany(length: number, entries: number) {
  let count = 0;
  const text = 'x'.repeat(length);
  const page = () => Array.from({ length: entries }, () => ({ id: count++, text }));
  return read(page(), () => (count < 1000 * entries ? page() : undefined));
}

test('pages without an end fill no more than the memory they may take', async () => {
  // 16 MiB, of entries of 100 kB.
  const { items, stopped } = await readMany(100_000, 1);
  expect(items).toHaveLength(168);
  expect(stopped).toMatchObject({
    code: 'invalid_response',
    message: 'The list has more entries than fit in memory. 168 entries were read.',
    about: { after: '167' },
  });
});

test('just so much of it is taken', async () => {
  // An entry takes 200 bytes beside its text, and each of its three values 16.
  const beside = JSON.stringify([{ id: 0, text: '' }]).length + 200 + 3 * 16;
  expect((await readMany(16 * 1024 * 1024 - beside, 1)).items).toHaveLength(2);
});

test('entries and values count, beside their text', async () => {
  // Each is 20 to 25 bytes of JSON, 200 for itself, and three values of 16.
  const { items } = await readMany(0, 10_000);
  expect(items).toHaveLength(70_000);
});

describe('a failure after the first page', () => {
  const failing = (error: unknown) =>
    read([{ id: 1 }], () => {
      throw error;
    });

  test('of the service stands beside what was read', async () => {
    const { ids, stopped } = await failing(new WaypostError('timeout', 'Late.'));
    expect(ids).toEqual([1]);
    expect(stopped).toMatchObject({ code: 'timeout', message: 'Late.', about: { after: '1' } });
  });

  test('of another kind is thrown', async () => {
    const reason = new Error('interrupted');
    await expect(failing(reason)).rejects.toBe(reason);
  });
});
