// Commands find a licensee by its key, its name, or its ID, which can be a number or a string.
import { describe, expect, test } from 'vitest';
import { sendJson } from '../support/service';
import { useStandIn } from '../support/stand-in';
import { documentOf, errorOf } from '../support/tool';

const licensees = [
  { id: '12', name: 'uk_store' },
  { id: '13', name: 'EU_west 2' },
  { id: 'b2-7f', name: 'Shop' },
  { id: 'c3', name: 'Shop c3 Berlin' },
  { id: '15', name: 'Books' },
];

const at = useStandIn(({ path }, response) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, id] = /\/licensees\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
  const query = searchParams.get('query')?.toLowerCase() ?? '';
  const found = licensees.filter(({ name }) => name.toLowerCase().includes(query));
  const one = licensees.find((licensee) => licensee.id === id);
  const answer = (result: object) => sendJson(response, 200, { code: 2000, message: 'OK', result });
  if (id === undefined) answer({ licensees: found, hasMore: false });
  else if (one !== undefined) answer(one);
  else sendJson(response, 404, { code: 4045, message: 'No licensee found' });
});

describe('`licensees get`', () => {
  test.each([
    ['a number', '12', '12'],
    ['a name that begins like a key', 'uk_store', '12'],
    ['a name that begins with two letters and _', 'EU_west 2', '13'],
    ['an ID that is not a number', 'b2-7f', 'b2-7f'],
    ['an ID that is also part of a name', 'c3', 'c3'],
    ['a name in another letter case', 'books', '15'],
  ])('finds a licensee by %s', async (_, given, id) => {
    const run = await at.call(['licensees', 'get', given, '--json']);
    expect(documentOf(run)).toEqual(licensees.find((licensee) => licensee.id === id));
  });

  test('suggests the licensee if you pass only part of its name', async () => {
    const run = await at.call(['licensees', 'get', 'ook', '--json']);
    expect(errorOf(run)).toMatchObject({
      message: 'No licensee is named "ook". The name of one licensee contains this text.',
      hint: expect.stringContaining('Use the ID of a licensee: 15 (Books).'),
    });
  });
});

describe('`licensees delete` without --yes in a script', () => {
  test('prints the name of the licensee that it would delete', async () => {
    const { message, hint } = errorOf(await at.call('licensees delete 15 --json'));
    expect(message).toMatch(/^Nothing was changed\. Deleting the licensee Books is perm/);
    expect(hint).toContain('Confirm with --yes.');
  });

  test('fails with not_found if the licensee does not exist', async () => {
    const error = errorOf(await at.call('licensees delete 99 --json'));
    expect(error).toMatchObject({ code: 'not_found' });
  });
});
