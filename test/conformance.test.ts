// The conformance rows, and the runner that compares a service with them.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../src/api/catalog';
import { checkServiceResponse, type ServiceResponse } from './conformance/check';
import codes from './conformance/codes.json';
import { runConformance } from './conformance/main';
import rowSchema from './conformance/row.schema.json';
import { type Expectation, effectsOf, exchangesOf, type Row, resources } from './conformance/rows';
import shapes from './conformance/shapes.json';
import shownByTests from './conformance/shown-by-tests.json';

const directory = join(__dirname, 'conformance');
const rows = resources.flatMap(({ rows }) => rows);

describe('the conformance rows', () => {
  const validate = new Ajv2020({ allErrors: true, strictRequired: false }).compile(rowSchema);
  for (const resource of resources) {
    test(`of the resource ${resource.resource} match the schema`, () => {
      validate(resource);
      expect(validate.errors ?? []).toEqual([]);
    });
  }

  test('are in files that are named after their resources', () => {
    const files = readdirSync(join(directory, 'rows')).map((name) => name.replace('.json', ''));
    expect(resources.map(({ resource }) => resource).sort()).toEqual(files.sort());
  });

  test('have different statements within a resource', () => {
    for (const { rows } of resources) {
      const statements = rows.map(({ statement }) => statement);
      expect(new Set(statements).size).toBe(statements.length);
    }
  });

  test('use every response shape except SuccessEnvelope and ErrorEnvelope, and every API code in codes.json', () => {
    const text = JSON.stringify([rows, shapes]);
    const isUsed = (name: string) =>
      text.includes(`"shape":"${name}"`) || text.includes(`$defs/${name}"`);
    const envelopes = ['SuccessEnvelope', 'ErrorEnvelope'];
    const unused = Object.keys(shapes.$defs).filter((name) => !isUsed(name));
    expect(unused).toEqual(envelopes);
    const shown = new Set(
      rows.flatMap((row) => exchangesOf(row).map(({ expect }) => expect?.code)),
    );
    expect(codes.codes.filter(({ code }) => !shown.has(code))).toEqual([]);
  });
});

test('conformance/codes.json lists every API code in the error catalog', () => {
  const known = codes.codes.map(({ code }) => code);
  expect(Object.keys(catalog).filter((code) => !known.includes(Number(code)))).toEqual([]);
});

describe('effectsOf', () => {
  const search = { method: 'GET', path: '/places?query=ber', bearer: '{key}' };
  const resolve = { method: 'GET', path: '/places/geonames_1', bearer: '{key}' };
  const verify = { method: 'POST', path: '/verify/addresses', bearer: '{licensee_key}' };
  const update = { method: 'PUT', path: '/keys/{key}/details', bearer: '{management_key}' };
  test.each([
    [search, false, false],
    [resolve, true, false],
    [{ ...resolve, bearer: 'ak_nobody' }, false, false],
    [verify, true, false],
    [update, false, true],
    [{ method: 'GET', path: '/emails?query=a&api_key={key}' }, true, false],
  ])('for the request %j, returns bills: %s and changes: %s', (request, bills, changes) => {
    const row: Row = {
      statement: 'A statement.',
      request,
      expect: { status: 200 },
    };
    expect(effectsOf(row)).toMatchObject({ bills, changes });
    const prepared: Row = {
      statement: 'A statement.',
      given: [{ request }],
      request: search,
      expect: { status: 200 },
    };
    expect(effectsOf(prepared)).toMatchObject({ bills, changes });
  });
});

describe('statements that no single request can show', () => {
  const shows = /^ *\/\/ Shows: (.+)$/gm;
  const statementsIn = (file: string) =>
    [...readFileSync(join(__dirname, '..', file), 'utf8').matchAll(shows)].map(
      ([, statement]) => statement,
    );

  test('are in shown-by-tests.json, each with the test file whose comments contain the statement', () => {
    const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
    const files = names
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/${name.replaceAll('\\', '/')}`);
    const named = files.flatMap((test) =>
      statementsIn(test).map((statement) => ({
        statement,
        test,
      })),
    );
    expect(named).toEqual(expect.arrayContaining(shownByTests));
    expect(shownByTests).toEqual(expect.arrayContaining(named));
  });
});

describe('checkServiceResponse', () => {
  const hit = {
    id: 'geonames_1',
    name: 'Berlin',
    descriptive_name: 'Berlin, Germany',
    country_iso: 'DEU',
  };
  const expected: Expectation = {
    status: 200,
    code: 2000,
    shape: 'PlaceSuggestions',
    result: { hits: [{ name: '/^Ber/' }] },
    distinct: 'descriptive_name',
    every: { country_iso: 'DEU' },
    headers: { 'X-RateLimit-Limit': '^3000$', 'Retry-After': null },
  };
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'svc-source-ip': '127.0.0.1',
    'x-ratelimit-limit': '3000',
  };
  const responseWith = (body: object, changed: object = {}): ServiceResponse => ({
    status: 200,
    headers,
    text: JSON.stringify({ result: { hits: [hit] }, code: 2000, message: 'Success', ...body }),
    ...changed,
  });
  const without = (name: keyof typeof headers) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

  test('does not report a problem in a response that matches the expectation', () => {
    expect(checkServiceResponse(expected, responseWith({}))).toEqual([]);
  });

  test.each<[problem: string, response: ServiceResponse, expectation?: Partial<Expectation>]>([
    ['status: expected 200, got 201', responseWith({}, { status: 201 })],
    ['code: expected 2000, got 2001', responseWith({ code: 2001 })],
    ['message: expected "Success", got "Fine"', responseWith({ message: 'Fine' })],
    ['body: expected "a JSON object", got "hello"', responseWith({}, { text: 'hello' })],
    [
      'hits/0 must have required property',
      responseWith({ result: { hits: [{ ...hit, id: undefined }] } }),
    ],
    [
      'result/hits/0/name: expected "/^Ber/", got "Bonn"',
      responseWith({ result: { hits: [{ ...hit, name: 'Bonn' }] } }),
    ],
    ['result/hits: expected', responseWith({ result: { hits: [hit, hit] } })],
    [
      'descriptive_name of the hits: expected "each value once"',
      responseWith({ result: { hits: [hit, hit] } }),
    ],
    [
      'hit 1/country_iso: expected "DEU", got "FRA"',
      responseWith({ result: { hits: [{ ...hit, country_iso: 'FRA' }] } }),
    ],
    ['hits: expected "at least one"', responseWith({ result: { hits: [] } })],
    ['header Svc-Source-IP: expected', responseWith({}, { headers: without('svc-source-ip') })],
    [
      'header Content-Type: expected',
      responseWith({}, { headers: { ...headers, 'content-type': 'text/html' } }),
    ],
    [
      'header X-RateLimit-Limit: expected "^3000$", got nothing',
      responseWith({}, { headers: without('x-ratelimit-limit') }),
    ],
    [
      'header Retry-After: expected null, got "5"',
      responseWith({}, { headers: { ...headers, 'retry-after': '5' } }),
    ],
    ['body: expected "", got', responseWith({}), { empty: true }],
    ['errors: expected ["name"], got nothing', responseWith({}), { errors: ['name'] }],
    [
      'first hit/name: expected "Bonn", got "Berlin"',
      responseWith({}),
      { first: { name: 'Bonn' } },
    ],
    ['body/ok: expected true, got nothing', responseWith({}), { json: { ok: true } }],
  ])('reports the problem %s', (problem, response, expectation = {}) => {
    const problems = checkServiceResponse({ ...expected, ...expectation }, response);
    expect(problems.join('\n')).toContain(problem);
  });

  test('reports an error response that contains a result', () => {
    const error: Expectation = {
      status: 404,
      code: 4042,
    };
    const response = responseWith({ code: 4042, message: 'Key not found' }, { status: 404 });
    expect(checkServiceResponse(error, response).join()).toContain('ErrorEnvelope/result');
  });

  test.each([
    ['a,b\n', [{}], 'columns of row 1: expected 9, got 2'],
    ['1,2,3,4,5,6,7,8,9\n', [], 'rows of the CSV: expected 0, got 1'],
    ['1,2,3,4,5,6,7,8,9\n', [{ 7: '^1$' }], 'column 7 of row 1: expected "^1$", got "7"'],
  ])('for the CSV %j and the expected rows %j, reports: %s', (text, csv, problem) => {
    const response: ServiceResponse = {
      status: 200,
      headers,
      text,
    };
    expect(checkServiceResponse({ status: 200, csv }, response)).toContain(problem);
  });
});

describe('`npm run conformance`', () => {
  const key = 'ak_secret_of_the_caller';
  const managementKey = 'uk_secret_of_the_caller';
  let server: Server;
  let baseUrl: string;
  let asked: string[] = [];

  // A service that sends the same response to every request, so that some rows pass and others fail.
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(404, {
        'Content-Type': 'application/json',
        'Svc-Source-IP': '127.0.0.1',
      });
      response.end(JSON.stringify({ code: 4042, message: `Key not found: ${key}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function run(...words: string[]) {
    let output = '';
    asked = [];
    const exitCode = await runConformance(words, {
      environment: { WAYPOST_API_KEY: key, WAYPOST_USER_TOKEN: managementKey },
      write: (text) => {
        output += text;
      },
      startSandbox: () => Promise.reject(new Error('a sandbox was started')),
    });
    return {
      exitCode,
      output,
    };
  }

  test('prints the expected and the actual values of each failed row, and ends with exit code 1', async () => {
    const { exitCode, output } = await run('--base-url', baseUrl, '--resource', 'keys');
    expect(exitCode).toBe(1);
    expect(output).toContain("FAILED keys: A key's availability needs no credential.\n");
    expect(output).toContain('    status: expected 200, got 404\n');
    expect(output).not.toContain(
      'FAILED keys: An unknown key causes HTTP status 404 and API code 4042.',
    );
    expect(output).toMatch(/^keys: \d+ rows: \d+ passed, \d+ failed, \d+ skipped$/m);
  });

  test('sends the keys from the environment variables, and masks the keys in its output', async () => {
    const { output } = await run('--base-url', baseUrl, '--resource', 'keys');
    expect(asked).toContain(`GET /v1/keys/${key} Bearer ${managementKey}`);
    expect(output).toContain('ak_sec…');
    expect(output).not.toContain(key);
    expect(output).not.toContain(managementKey);
  });

  test('sends only free requests that do not change data if neither --allow-billing nor --allow-changes is set', async () => {
    for (const resource of ['key-details', 'places', 'emails']) {
      await run('--base-url', baseUrl, '--resource', resource);
      const resolved = asked.filter((one) => /^GET \/v1\/(places\/|emails)/.test(one));
      expect(resolved).toEqual([]);
      expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
    }
  });

  test('sends requests that change data if --allow-changes is set', async () => {
    await run('--base-url', baseUrl, '--resource', 'key-details', '--allow-changes');
    expect(asked.filter((one) => one.startsWith('PUT '))).not.toEqual([]);
  });

  test('sends requests that the service bills if --allow-billing is set', async () => {
    await run('--base-url', baseUrl, '--resource', 'emails', '--allow-billing');
    expect(asked.filter((one) => one.startsWith('GET /v1/emails'))).not.toEqual([]);
  });

  test.each([
    [['--base-url', 'nowhere'], '--base-url must be'],
    [['--resource', 'nothing'], '--resource must be one of'],
    [['--nothing'], '--nothing'],
  ])('ends with exit code 2 if the options are invalid: %j', async (words, message) => {
    const { exitCode, output } = await run(...words);
    expect(exitCode).toBe(2);
    expect(output).toContain(message);
  });
});
