// The conformance rows as data, and the runner that compares them with a service.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../src/api/catalog';
import codes from './conformance/codes.json';
import { runConformance } from './conformance/main';
import rowSchema from './conformance/row.schema.json';
import { effectsOf, exchangesOf, type Row, resources } from './conformance/rows';
import shapes from './conformance/shapes.json';
import shownByTests from './conformance/shown-by-tests.json';

const directory = join(__dirname, 'conformance');
const rows = resources.flatMap(({ rows }) => rows);

describe('the rows', () => {
  const validate = new Ajv2020({ allErrors: true, strictRequired: false }).compile(rowSchema);
  for (const resource of resources) {
    test(`of ${resource.resource} fit the schema`, () => {
      validate(resource);
      expect(validate.errors ?? []).toEqual([]);
    });
  }

  test('are in a file that has the name of their resource', () => {
    const files = readdirSync(join(directory, 'rows')).map((name) => name.replace('.json', ''));
    expect(resources.map(({ resource }) => resource).sort()).toEqual(files.sort());
  });

  test('have statements that differ within a resource', () => {
    for (const { rows } of resources) {
      const statements = rows.map(({ statement }) => statement);
      expect(new Set(statements).size).toBe(statements.length);
    }
  });

  test('use every shape and every code', () => {
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

  test('know every code of the error catalog', () => {
    const known = codes.codes.map(({ code }) => code);
    expect(Object.keys(catalog).filter((code) => !known.includes(Number(code)))).toEqual([]);
  });

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
  ])('%j: bills %s, changes %s', (request, bills, changes) => {
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

  test('are in shown-by-tests.json, with the test that names them in a comment', () => {
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

describe('npm run conformance', () => {
  const key = 'ak_secret_of_the_caller';
  const managementKey = 'uk_secret_of_the_caller';
  let server: Server;
  let baseUrl: string;
  let asked: string[] = [];

  // A service that answers every request alike, so that some rows pass and others fail.
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

  test('prints each row that failed, with what it expected and what came, and ends with 1', async () => {
    const { exitCode, output } = await run('--base-url', baseUrl, '--resource', 'keys');
    expect(exitCode).toBe(1);
    expect(output).toContain("FAILED keys: A key's availability needs no credential.\n");
    expect(output).toContain('    status: expected 200, got 404\n');
    expect(output).not.toContain('FAILED keys: An unknown key gets 404 with code 4042.');
    expect(output).toMatch(/^keys: \d+ rows: \d+ passed, \d+ failed, \d+ skipped$/m);
  });

  test('sends the keys of the environment, and masks them in its output', async () => {
    const { output } = await run('--base-url', baseUrl, '--resource', 'keys');
    expect(asked).toContain(`GET /v1/keys/${key} Bearer ${managementKey}`);
    expect(output).toContain('ak_sec…');
    expect(output).not.toContain(key);
    expect(output).not.toContain(managementKey);
  });

  test('sends nothing that bills or changes something without permission', async () => {
    for (const resource of ['key-details', 'places', 'emails']) {
      await run('--base-url', baseUrl, '--resource', resource);
      const resolved = asked.filter((one) => /^GET \/v1\/(places\/|emails)/.test(one));
      expect(resolved).toEqual([]);
      expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
    }
  });

  test('sends requests that change something with --allow-changes', async () => {
    await run('--base-url', baseUrl, '--resource', 'key-details', '--allow-changes');
    expect(asked.filter((one) => one.startsWith('PUT '))).not.toEqual([]);
  });

  test('sends requests that bill with --allow-billing', async () => {
    await run('--base-url', baseUrl, '--resource', 'emails', '--allow-billing');
    expect(asked.filter((one) => one.startsWith('GET /v1/emails'))).not.toEqual([]);
  });

  test.each([
    [['--base-url', 'nowhere'], '--base-url must be'],
    [['--resource', 'nothing'], '--resource must be one of'],
    [['--nothing'], '--nothing'],
  ])('ends with 2 for %j', async (words, message) => {
    const { exitCode, output } = await run(...words);
    expect(exitCode).toBe(2);
    expect(output).toContain(message);
  });
});
