// The combinations of --fields, --format and --header that waypost rejects before a request, and the output of a result.
import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import {
  arrayOf,
  boolean,
  nullable,
  object,
  type Schema,
  string,
} from '../../../src/cli/output/outputs';
import type { ShapeOptions } from '../../../src/cli/output/result-shape';
import { readShape, shaped } from '../../../src/cli/output/shape';
import { WaypostError } from '../../../src/lib/errors';
import { parseJson } from '../../../src/lib/exact-json';

const closed = object({
  ok: boolean,
  key: nullable(object({ source: string })),
  names: arrayOf(string),
});

const table = arrayOf(object({ name: string, at: object({ lon: string }) }));

/** Returns the schema of an object that can have unknown fields, as in results of the service. */
const openObject = (properties: Record<string, Schema>): Schema => ({
  ...object(properties),
  additionalProperties: {},
});

const open = openObject({
  items: arrayOf(openObject({ id: string, name: string, note: {} })),
});

const surface = { color: new Chalk({ level: 0 }), width: undefined, view: () => 'the view' };

const show = (
  value: unknown,
  options: ShapeOptions,
  { schema, rows }: { schema: object; rows?: string } = { schema: open, rows: 'items' },
) => {
  const { chunks, error } = shaped(
    value,
    readShape(options, rows === undefined ? {} : { rows }, schema, false),
    surface,
  );
  return { text: [...chunks].join('').replace(/\n$/, ''), error };
};

describe('readShape', () => {
  test.each<[ShapeOptions, object, string | undefined, string, string]>([
    [{ fields: 'nosuch' }, closed, undefined, 'no field nosuch', 'ok, key, names'],
    [{ fields: 'ok,key.nosuch' }, closed, undefined, 'no field key.nosuch', 'ok, key'],
    [{ fields: 'ok.x' }, closed, undefined, 'no field ok.x', 'ok, key'],
    [{ fields: 'names.0.x' }, closed, undefined, 'no field names.0.x', 'ok, key'],
    [{ fields: 'toString' }, closed, undefined, 'no field toString', 'ok, key'],
    [{ fields: 'nosuch' }, table, '', 'no field nosuch', 'name, at'],
    [{ fields: ' , ' }, open, 'items', '--fields is empty', 'items, id, name'],
    [{ header: false }, open, 'items', '--no-header requires --format csv', ''],
    [{ header: false, format: 'ndjson' }, open, 'items', '--no-header requires', ''],
  ])('rejects the options %j', (options, schema, rows, message, hint) => {
    const refused = refusalOf(() =>
      readShape(options, rows === undefined ? {} : { rows }, schema, false),
    );
    expect(refused.code).toBe('invalid_input');
    expect(refused.message).toContain(message);
    expect(refused.hint ?? '').toContain(hint);
  });

  test('rejects --json if --format is set to a format other than json', () => {
    expect(() => readShape({ format: 'csv' }, { rows: '' }, table, true)).toThrow(
      '--json cannot be combined with --format',
    );
    expect(readShape({ format: 'json' }, { rows: '' }, table, true).format).toBe('json');
  });
});

const page = {
  items: [
    { id: '1', name: 'a,b' },
    { id: '2', name: 'c', more: [1] },
  ],
  total: 2,
};

describe('shaped', () => {
  test.each<[ShapeOptions, string]>([
    [{ format: 'json', fields: 'id' }, '{"items":[{"id":"1"},{"id":"2"}]}'],
    [{ format: 'json', fields: 'items.id,total' }, '{"items":[{"id":"1"},{"id":"2"}],"total":2}'],
    [{ format: 'ndjson', fields: 'id' }, '{"id":"1"}\n{"id":"2"}'],
    [{ format: 'ndjson', fields: 'id,total' }, '{"total":2,"id":"1"}\n{"total":2,"id":"2"}'],
    [{ format: 'ndjson' }, '{"id":"1","name":"a,b"}\n{"id":"2","name":"c","more":[1]}'],
    [{ format: 'csv' }, 'id,name,note,more\n1,"a,b",,\n2,c,,[1]'],
    [{ format: 'csv', fields: 'name,id' }, 'name,id\n"a,b",1\nc,2'],
    [{ format: 'csv', fields: 'name', header: false }, '"a,b"\nc'],
    [{ format: 'csv', fields: 'id,total' }, 'id,total\n1,2\n2,2'],
    [{ format: 'csv', fields: 'items.id' }, 'items.id\n1\n2'],
    [{ format: 'csv', fields: 'total' }, 'total\n2'],
    [{ fields: 'name,id' }, 'NAME  ID\na,b   1\nc     2'],
    [{ fields: 'items.1.id' }, 'ITEMS 1 ID\n2'],
    [{ format: 'csv', fields: 'items.1.id' }, 'items.1.id\n2'],
    [{ format: 'ndjson', fields: 'items.1.id' }, '{"items":[{"id":"2"}]}'],
    [{ format: 'csv', fields: 'items.1.id,name' }, 'items.1.id,name\n2,"a,b"\n2,c'],
    [{ format: 'table' }, 'the view'],
  ])('formats a list as the options %j require', (options, expected) => {
    expect(show(page, options)).toEqual({ text: expected, error: undefined });
  });

  test('formats an empty list as CSV with column names', () => {
    expect(show({ items: [] }, { format: 'csv' }).text).toBe('id,name,note');
    expect(show({ items: [] }, { format: 'csv', fields: 'more,id' }).text).toBe('more,id');
    expect(show({ items: [] }, { format: 'ndjson' }).text).toBe('');
  });

  test("accepts field paths that begin with a field of each entry, or with an entry's index, if the complete output is a list", () => {
    const rows = [{ name: 'x', at: { lon: '1' } }];
    const asTable = { schema: table, rows: '' };
    expect(show([...rows, { name: 'y' }], { fields: '1.name' }, asTable).text).toBe('1 NAME\ny');
    expect(show(rows, { fields: 'at.lon', format: 'json' }, asTable).text).toBe(
      '[{"at":{"lon":"1"}}]',
    );
    expect(show(rows, { fields: 'at.lon,name', format: 'csv' }, asTable).text).toBe(
      'at.lon,name\n1,x',
    );
  });
});

describe('shaped', () => {
  const one = { schema: openObject({ id: {} }), rows: '' };
  test.each<[ShapeOptions, string]>([
    [{ format: 'csv' }, 'id,at\n12345678901234567890,"{""lon"":0.12345678901234567891}"'],
    [{ format: 'csv', fields: 'at.lon' }, 'at.lon\n0.12345678901234567891'],
    [{ format: 'json', fields: 'at.lon' }, '{"at":{"lon":0.12345678901234567891}}'],
  ])('keeps every digit of a number if the options are %j', (options, expected) => {
    const value = parseJson('{"id":12345678901234567890,"at":{"lon":0.12345678901234567891}}');
    expect(show(value, options, one).text).toBe(expected);
  });

  test('formats a single object as a card with one field per line if no format is set', () => {
    const value = { ok: true, key: null, names: ['a'] };
    const card = show(value, { fields: 'ok,key.source' }, { schema: closed });
    expect(card.text).toBe('ok          true\nkey.source  ');
  });
});

describe('shaped, if --fields contains a field that the result does not have,', () => {
  test('returns the complete result in the chosen format, and an error with the code invalid_input', () => {
    const { text: shown, error } = show(page, { format: 'csv', fields: 'id,nosuch' });
    expect(shown).toBe('id,name,note,more\n1,"a,b",,\n2,c,,[1]');
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: 'The result has no field nosuch.',
      hint: expect.stringContaining('items, total, id, name, more'),
    });
    expect(show(page, { fields: 'nosuch' }).text).toBe('the view');
  });

  test('throws an error that contains the complete result if the format is JSON', () => {
    const error = refusalOf(() => show(page, { format: 'json', fields: 'nosuch' }));
    expect(error.revealed).toEqual({ answer: page });
  });

  test("returns an empty column for this field if the result's schema contains it", () => {
    expect(show(page, { format: 'csv', fields: 'note,id' }).text).toBe('note,id\n,1\n,2');
  });
});

function refusalOf(work: () => unknown): WaypostError {
  try {
    work();
  } catch (error) {
    if (error instanceof WaypostError) return error;
    throw error;
  }
  throw new Error('The work did not fail.');
}
