// The OpenAPI document: its validity, its contents, and how the sandbox serves and prints it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/api/catalog';
import { version } from '../../src/lib/identity';
import { openApiDocument } from '../../src/sandbox/openapi/document';
import { createApp, versionPrefix } from '../../src/sandbox/server/app';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { Home } from '../support/tool';
import { useSandbox } from './support/bench';
import { send } from './support/client';

const bench = useSandbox();
const baseUrl = 'http://127.0.0.1:8787/v1';
const document = openApiDocument(baseUrl);
const home = new Home();

/** Yields a value and every value in it. */
function* within(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) yield* within(member);
}

/** Returns the target of every `$ref` in the document. */
function references(): string[] {
  return [...within(document)].flatMap((value) =>
    typeof value === 'object' && value !== null && '$ref' in value ? [String(value.$ref)] : [],
  );
}

describe('the OpenAPI document', () => {
  // Shows: The OpenAPI document is valid, served and printed.
  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const broken = { ...structuredClone(document), paths: { places: {} } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('contains exactly the components that it refers to', () => {
    const parts = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) =>
        Object.keys(members).map((name) => `#/components/${kind}/${name}`),
      );
    expect([...new Set(references())].sort()).toEqual(parts.sort());
  });

  // Shows: The service has the operations of its OpenAPI document, and no others.
  test("describes exactly the sandbox's service routes", () => {
    // No handler runs, so the app needs no sandbox.
    const routes = createApp({} as Sandbox)
      .routes.filter(({ path, method }) => path.startsWith(`${versionPrefix}/`) && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.slice(versionPrefix.length)}`);
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(documented.sort()).toEqual([...new Set(routes)].sort());
  });

  test('declares exactly the parameters that each path contains', () => {
    const { parameters } = document.components;
    const named = Object.fromEntries(
      Object.entries(parameters).map(([name, one]) => [`#/components/parameters/${name}`, one]),
    );
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters: given = [] } of Object.values(methods)) {
        const found = given.map(({ $ref }) => named[$ref]).filter((one) => one?.in === 'path');
        expect(found.map((one) => one?.name)).toEqual(inPath);
      }
    }
  });

  test('contains every API code in the catalog except 404 for an unknown path', () => {
    const codes = new Set(
      [...within(document.paths)].flatMap((value) =>
        typeof value === 'object' && value !== null && 'enum' in value ? value.enum : [],
      ),
    );
    const missing = Object.keys(catalog).filter((code) => !codes.has(Number(code)));
    expect(missing).toEqual(['404']);
  });

  test("is served at /openapi.json without a credential, and contains the request's host if the host is this machine", async () => {
    const { origin, port } = bench.sandbox;
    const answer = await send('GET', `${origin}/openapi.json`);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(openApiDocument(bench.sandbox.url))));
    const named = await send('GET', `${origin}/openapi.json`, {
      headers: { Host: `localhost:${port}` },
    });
    expect(named.json).toMatchObject({ servers: [{ url: `http://localhost:${port}/v1` }] });
    const strange = await send('GET', `${origin}/openapi.json`, {
      headers: { Host: 'evil.example' },
    });
    expect(strange.json).toMatchObject({ servers: [{ url: bench.sandbox.url }] });
  });
});

describe('`waypost sandbox start --openapi`', () => {
  test.each([
    [[], baseUrl],
    [['--port', '9000', '--host', '::1'], 'http://[::1]:9000/v1'],
    [['--base-url', 'https://service.example/v1/'], 'https://service.example/v1'],
    [['--json'], baseUrl],
  ])(
    'prints the OpenAPI document and does not start a sandbox (options: %j)',
    async (options, url) => {
      const run = await home.call(['sandbox', 'start', '--openapi', ...options]);
      expect([run.status, run.stderr]).toEqual([0, '']);
      expect(JSON.parse(run.stdout)).toEqual(JSON.parse(JSON.stringify(openApiDocument(url))));
      expect(JSON.parse(run.stdout).info.version).toBe(version);
    },
  );

  test('rejects an invalid port', async () => {
    const run = await home.call(['sandbox', 'start', '--openapi', '--port', '0', '--json']);
    expect([run.status, JSON.parse(run.stdout).error.code]).toEqual([2, 'invalid_input']);
  });
});
