// Errors of JSON that does not fit a schema: one error for each path, in a stable order.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { keyUpdate } from '../../src/api/key-settings';
import { text } from '../../src/api/schema';
import { parse } from '../../src/sandbox/http/parse';
import { keyPatch } from '../../src/sandbox/rules/key-settings';

const errorsOf = (schema: z.ZodMiniType, given: unknown): [path: string, message: string][] => {
  const parsed = parse(schema, given);
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => [path, message]) : [];
};

const document = z.strictObject({
  name: text('A name.', { filled: true, max: 3, pattern: /^a/, form: 'must begin with a' }),
  count: z.int().check(z.gte(1), z.lte(9)),
  on: z.exactOptional(z.boolean()),
  kind: z.exactOptional(z.enum(['x', 'y'])),
  tags: z.exactOptional(z.array(text('A tag.', { max: 1 })).check(z.maxLength(2))),
});

const good = { name: 'abc', count: 1 };

describe('parse', () => {
  test('returns a valid value unchanged', () => {
    expect(parse(document, good)).toEqual({ value: good });
  });

  test.each<[unknown, [string, string][]]>([
    [null, [['', 'must be an object']]],
    [undefined, [['', 'must be an object']]],
    [[], [['', 'must be an object']]],
    [{ ...good, name: 7 }, [['name', 'must be a string']]],
    [{ ...good, name: '  ' }, [['name', 'must not be empty']]],
    [{ ...good, name: 'bbbb' }, [['name', 'must be at most 3 characters long']]],
    [{ ...good, name: 'b' }, [['name', 'must begin with a']]],
    [{ ...good, count: 0 }, [['count', 'must be 1 or more']]],
    [{ ...good, count: 10 }, [['count', 'must be 9 or less']]],
    [{ ...good, count: 1.5 }, [['count', 'must be an integer']]],
    [{ ...good, count: '1' }, [['count', 'must be an integer']]],
    [{ ...good, count: 2 ** 53 }, [['count', 'must be an integer']]],
    [{ ...good, count: -1e300 }, [['count', 'must be an integer']]],
    [{ ...good, on: null }, [['on', 'must be true or false']]],
    [{ ...good, kind: 'z' }, [['kind', 'must be one of x, y']]],
    [{ ...good, tags: {} }, [['tags', 'must be an array']]],
    [{ ...good, tags: ['a', 'bb'] }, [['tags.1', 'must be at most 1 characters long']]],
    [{ ...good, tags: ['aa', 'bb', 1] }, [['tags', 'must have at most 2 elements']]],
  ])('rejects the invalid value %j with the errors %j', (given, errors) =>
    expect(errorsOf(document, given)).toEqual(errors),
  );

  test('lists the errors of invalid fields first, then of missing fields, then of unknown fields', () => {
    expect(errorsOf(document, { more: 1, on: 1, less: 1, count: '' })).toEqual([
      ['count', 'must be an integer'],
      ['on', 'must be true or false'],
      ['name', 'is required'],
      ['more', 'is not a known field'],
      ['less', 'is not a known field'],
    ]);
  });

  test('limits the number of code points in a string', () => {
    expect(errorsOf(document, { ...good, name: 'a🇺🇸' })).toEqual([]);
    expect(errorsOf(document, { ...good, name: 'a🇺🇸🇺' })).toHaveLength(1);
  });

  test('treats __proto__ and constructor as ordinary field names', () => {
    const strange = JSON.parse('{"__proto__":{"suspended":true},"constructor":1,"redact_days":1}');
    expect(parse(keyUpdate, strange)).toEqual({ value: { redact_days: 1 } });
    expect(Object.hasOwn({}, 'suspended')).toBe(false);
    expect(errorsOf(keyPatch, strange)).toEqual([
      ['__proto__', 'is not a known field'],
      ['constructor', 'is not a known field'],
    ]);
  });

  test('returns the errors in the `datasets` field, whether the field is an object or an array', () => {
    expect(errorsOf(keyUpdate, { datasets: { usps: 1, mars: true } })).toEqual([
      ['datasets.usps', 'must be true or false'],
      ['datasets.mars', 'is not a known field'],
    ]);
    const names = 'geonames, usps, uspscleanse, email, phone, gbrcleanse, ab, here';
    expect(errorsOf(keyUpdate, { datasets: ['usps', 'mars'] })).toEqual([
      ['datasets.1', `must be one of ${names}`],
    ]);
    expect(errorsOf(keyUpdate, { datasets: 'usps' })).toEqual([['datasets', 'must be an object']]);
  });

  test('lists the invalid fields in a control API request in the order of the schema', () => {
    const wrong = { datasets: 1, lookups_remaining: '', rate_limit: {}, plan: 1, name: 1 };
    expect(errorsOf(keyPatch, wrong).map(([path]) => path)).toEqual([
      'name',
      'lookups_remaining',
      'plan',
      'datasets',
      'rate_limit',
    ]);
  });

  test('normalizes an allowed URL', () => {
    const given = { allowed_urls: ['HTTPS://Shop.Example:443/'] };
    expect(parse(keyUpdate, given)).toEqual({ value: { allowed_urls: ['https://shop.example'] } });
  });
});
