// The options of a batch: the plan that they make, and the combinations that waypost rejects before it reads or sends data.
import { describe, expect, test } from 'vitest';
import type { InputFormat } from '../../../src/batch/input';
import {
  type BatchOptions,
  type BatchPlan,
  batchPlan,
  perSecond,
} from '../../../src/cli/batch/plan';
import { answerText } from '../../../src/cli/batch/report';
import { refuseWithoutFile } from '../../../src/cli/commands/shared/lookup';

const plain: BatchPlan = {
  file: 'in.csv',
  inputFormat: 'csv',
  hasHeader: true,
  columns: [],
  output: undefined,
  format: undefined,
  fields: undefined,
  maxLookups: Number.POSITIVE_INFINITY,
  dedupe: true,
  cacheMs: undefined,
  dryRun: false,
  resume: false,
  force: false,
};

test.each<[options: BatchOptions, json: boolean, plan: Partial<BatchPlan>]>([
  [{}, false, {}],
  [{ file: '-' }, false, { file: '-', inputFormat: undefined }],
  [{ file: 'a.ndjson' }, false, { file: 'a.ndjson', inputFormat: 'ndjson' }],
  [{ file: 'a' }, false, { file: 'a', inputFormat: undefined }],
  [{ file: 'a.dat', inputFormat: 'csv' }, false, { file: 'a.dat', inputFormat: 'csv' }],
  [{ inputFormat: 'lines' }, false, { inputFormat: 'lines' }],
  [{ header: true }, false, {}],
  [{ header: false }, false, { hasHeader: false }],
  [{ column: ['a', 'b=c'] }, false, { columns: ['a', 'b=c'] }],
  [{ output: 'out.csv' }, false, { output: 'out.csv', format: 'csv' }],
  [{ output: 'out.JSONL' }, false, { output: 'out.JSONL', format: 'ndjson' }],
  [{ output: 'out.json' }, true, { output: 'out.json', format: 'json' }],
  [{ output: 'out.csv' }, true, { output: 'out.csv', format: 'csv' }],
  [{ output: 'out' }, false, { output: 'out' }],
  [{ output: 'out.dat', format: 'csv' }, false, { output: 'out.dat', format: 'csv' }],
  [{ output: 'out.csv', format: 'json' }, false, { output: 'out.csv', format: 'json' }],
  [{ output: '-' }, false, {}],
  [{ format: 'ndjson' }, false, { format: 'ndjson' }],
  [{}, true, { format: 'json' }],
  [{ format: 'json' }, true, { format: 'json' }],
  [{ output: '-' }, true, { format: 'json' }],
  [{ fields: ' a, b.0.c ,,' }, false, { fields: ['a', 'b.0.c'] }],
  [{ fields: '' }, false, { fields: [] }],
  [{ maxLookups: '0' }, false, { maxLookups: 0 }],
  [{ maxLookups: '250' }, false, { maxLookups: 250 }],
  [{ output: 'out.csv', resume: true }, false, { output: 'out.csv', format: 'csv', resume: true }],
  [{ output: 'out.csv', force: true }, false, { output: 'out.csv', format: 'csv', force: true }],
  [{ dedupe: false, cache: '2d' }, false, { dedupe: false, cacheMs: 172_800_000 }],
  [{ dryRun: true }, true, { dryRun: true }],
])('batchPlan turns the options %j (--json: %s) into the plan %j', (options, json, plan) => {
  expect(batchPlan({ file: 'in.csv', ...options }, json)).toEqual({ ...plain, ...plan });
});

test.each<[options: BatchOptions, json: boolean, message: RegExp]>([
  [{ resume: true }, false, /--resume requires -o/],
  [{ resume: true, output: '-' }, false, /--resume requires -o/],
  [{ format: 'xml' }, false, /--format must be csv, ndjson or json, not "xml"/],
  [{ format: 'parquet', output: 'x.parquet' }, false, /--format must be/],
  [{ output: 'x.parquet' }, false, /The extension of x\.parquet does not match a format/],
  [{ output: 'x.txt' }, false, /does not match a format/],
  [{ file: 'list.xlsx' }, false, /The extension of list\.xlsx does not match a format/],
  [{ file: 'list.json' }, false, /does not match a format/],
  [{ format: 'csv' }, true, /--format csv cannot be combined with --json/],
  [{ inputFormat: 'xlsx' }, false, /--input-format must be csv, ndjson or lines, not "xlsx"/],
  [{ maxLookups: '-1' }, false, /--max-lookups must be a whole number/],
  [{ maxLookups: '1.5' }, false, /--max-lookups must be a whole number/],
  [{ maxLookups: 'all' }, false, /--max-lookups must be a whole number/],
])('batchPlan rejects the options %j (--json: %s)', (options, json, message) => {
  expect(() => batchPlan({ file: 'in.csv', ...options }, json)).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: expect.stringMatching(message) }),
  );
});

test.each(['1', '1w', '0d', '-1h', 'h', ''])('batchPlan rejects --cache %j', (cache) => {
  expect(() => batchPlan({ file: 'in.csv', cache }, false)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      hint: expect.stringContaining('--cache 12h'),
    }),
  );
});

const here = new URL('http://127.0.0.1:8787/v1');
const there = new URL('https://service.example/v1');

describe('perSecond', () => {
  test.each([there, here])(
    'returns 30 requests per second for the service at %s if --rate is not set',
    (url) => {
      expect(perSecond(undefined, url)).toBe(30);
    },
  );

  test.each<[text: string, url: URL, rate: number]>([
    ['1', there, 1],
    ['30', there, 30],
    [' 7 ', there, 7],
    ['31', here, 31],
    ['none', here, Number.POSITIVE_INFINITY],
    [' NONE ', here, Number.POSITIVE_INFINITY],
  ])('reads --rate %j for the service at %s as %d requests per second', (text, url, rate) => {
    expect(perSecond(text, url)).toBe(rate);
  });

  test.each<[text: string, url: URL, hint: RegExp]>([
    ['31', there, /from 1 to 30/],
    ['none', there, /from 1 to 30/],
    ['0', here, /--rate/],
    ['fast', here, /--rate/],
    ['1.5', there, /--rate/],
  ])('rejects --rate %s for the service at %s', (text, url, hint) => {
    expect(() => perSecond(text, url)).toThrow(
      expect.objectContaining({ code: 'invalid_input', hint: expect.stringMatching(hint) }),
    );
  });
});

describe('a lookup command without --file', () => {
  test.each<[options: BatchOptions & Record<string, unknown>, named: string]>([
    [{ column: ['a'] }, '--column'],
    [{ inputFormat: 'csv' }, '--input-format'],
    [{ output: 'x.csv' }, '--output'],
    [{ maxLookups: '1' }, '--max-lookups'],
    [{ rate: '1' }, '--rate'],
    [{ resume: true }, '--resume'],
    [{ cache: '1h' }, '--cache'],
    [{ dryRun: true }, '--dry-run'],
    [{ dedupe: false }, '--no-dedupe'],
  ])('rejects the options %j', (options, named) => {
    expect(() => refuseWithoutFile(options)).toThrow(`${named} requires --file.`);
  });

  test.each<[BatchOptions & Record<string, unknown>]>([
    [{}],
    [{ header: true }],
    // These options also apply to a lookup without --file.
    [{ format: 'csv', fields: 'a', header: false }],
    [{ countryIso: 'DEU' }],
    [{ force: true }],
  ])('accepts the options %j', (options) => {
    expect(() => refuseWithoutFile(options)).not.toThrow();
  });
});

describe('answerText', () => {
  function text(
    format: BatchPlan['format'],
    input: InputFormat,
    fields: BatchPlan['fields'],
  ): string {
    const isLine = input === 'ndjson';
    const header = isLine ? undefined : ['id'];
    const form = answerText(
      { format, fields },
      { format: input, header, delimiter: ';', hasByteOrderMark: false, lineEnding: '\n' },
      ['name'],
    );
    const answer = { result: { name: 'Ada', age: 36 }, cost: 1 };
    return form.begin() + form.row({ number: 1, input: isLine ? '{"id":1}' : ['1'], answer });
  }
  const line = '{"row":1,"input":{"id":"1"},"result":{"name":"Ada","age":36}}';

  test.each<[BatchPlan['format'], InputFormat, BatchPlan['fields'], string]>([
    [undefined, 'csv', undefined, 'id;error.code;error.message;result.name\n1;;;Ada\n'],
    [undefined, 'lines', undefined, 'id;error.code;error.message;result.name\n1;;;Ada\n'],
    [undefined, 'ndjson', undefined, `${line.replace('"1"', '1')}\n`],
    [
      'csv',
      'csv',
      ['age', 'name'],
      'id;error.code;error.message;result.age;result.name\n1;;;36;Ada\n',
    ],
    [undefined, 'csv', [], 'id;error.code;error.message\n1;;\n'],
    ['ndjson', 'csv', undefined, `${line}\n`],
    ['json', 'csv', undefined, `[${line}`],
    [
      'csv',
      'ndjson',
      undefined,
      'input;error.code;error.message;result.name\n"{""id"":1}";;;Ada\n',
    ],
  ])(
    'writes a row in the format that the options and the input require (--format: %s, input: %s, --fields: %j)',
    (format, input, fields, expected) => {
      expect(text(format, input, fields)).toBe(expected);
    },
  );

  test.each<[BatchPlan['format'], InputFormat]>([
    ['json', 'csv'],
    ['ndjson', 'csv'],
    [undefined, 'ndjson'],
  ])('rejects --fields if --format is %s and the input format is %s', (format, input) => {
    expect(() => text(format, input, ['name'])).toThrow('--fields requires --format csv');
  });
});
