// The responses of the routes, compared with the OpenAPI document. The tests request every operation, status and code
// of the document over HTTP, and validate the responses with its schemas.
import { describe, expect, test } from 'vitest';
import { type CatalogCode, catalog } from '../../src/api/catalog';
import { endpoints } from '../../src/api/endpoints';
import { openApiDocument } from '../../src/sandbox/openapi/document';
import { headers as headerParts } from '../../src/sandbox/openapi/responses';
import { sample } from '../support/runs';
import { managedBy, resultOf, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';
import { strictJudge } from './support/strict-schema';

type Name = keyof typeof endpoints;

const bench = useSandbox();

// The document after JSON serialization, as a client reads it.
const document: ReturnType<typeof openApiDocument> = JSON.parse(
  JSON.stringify(openApiDocument('http://127.0.0.1:8787/v1')),
);

const judge = strictJudge(document);
const names = Object.keys(endpoints) as Name[];

/** A request before it is sent. A case changes it to get a specific code. */
interface Asked {
  keys: TestKeys;
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  licensee: { id: string; key: string };
}

const operationOf = (name: Name) => {
  const { method, path } = endpoints[name];
  const key = method.toLowerCase() as Lowercase<typeof method>;
  const operation = document.paths[path]?.[key];
  if (!operation) throw new Error(`${name} is not documented`);
  return { method, path, key, operation };
};

const goodQueries: Partial<Record<Name, Record<string, string>>> = {
  keyUsage: { start: '2026-11-01', tags: 'a,b,c' },
  licenseeList: { limit: '5', starting_after: '0' },
  places: { query: 'san', bias_lonlat: '-66.1,18.4,50000' },
  placeResolve: { tags: 'web' },
  addressAutocomplete: { query: '1226 w main' },
  addressesNear: { lon: '-89.65761', lat: '39.79052' },
  emailValidate: { query: 'info@gmial.com' },
  phoneValidate: { query: '+14155552671' },
};

const goodBodies: Partial<Record<Name, unknown>> = {
  keyUpdate: {
    name: 'Shop_1',
    daily_limit: { limit: 5 },
    notifications: { emails: ['a@b.example'], balance_threshold: null },
    datasets: { here: true },
  },
  licenseeCreate: { name: 'Second', whitelist: [], daily: { limit: 5 } },
  licenseeUpdate: { address: '1 Main St' },
  licenseeReplace: { postcode: '1', daily: { limit: null } },
  configCreate: { name: 'second', payload: '{}' },
  configUpdate: { payload: '' },
  addressVerify: { query: '1226 W Main St, Springfield, IL 62701', context: 'USA', city: null },
  addressCleanse: { query: '1226 W Main St', post_town: 'Springfield' },
  addressCleanseAlias: { query: '1226 W Main St', post_town: 'Springfield' },
  signUpStart: { email: 'ada@example.com', org_country_code: 'GBR' },
};

const patch = async ({ keys }: Asked, change: unknown): Promise<void> => {
  expect((await bench.control('PATCH', `/keys/${keys.key}`, change)).status).toBe(200);
};

/** A request that succeeds, on an account of its own. */
async function good(name: Name): Promise<Asked> {
  const keys = await bench.account();
  const { credential, path } = endpoints[name];
  const asked: Asked = {
    keys,
    path: { key: keys.key, config: 'first', place: 'geonames_2950159', id: 'usps_1008160919' },
    query: { ...goodQueries[name] },
    headers:
      credential === 'none'
        ? {}
        : {
            Authorization: `Bearer ${credential === 'api_key' ? keys.key : keys.user_token}`,
          },
    body: goodBodies[name],
    licensee: { id: '', key: '' },
  };
  if (path.includes('licensees')) {
    await patch(asked, { sublicensing: true });
    asked.licensee = await newLicensee(keys);
    asked.path.licensee = asked.licensee.id;
  }
  if (path.includes('configs')) {
    const body = { name: 'first', payload: '{}' };
    await bench.service('POST', `/keys/${keys.key}/configs`, { ...managedBy(keys), body });
  }
  if (name === 'signUpPoll') {
    const { cli_token } = await bench.signUp();
    await bench.control('POST', `/sign_up/${cli_token}/complete`);
    asked.path.cli_token = cli_token;
  }
  return asked;
}

const newLicensee = async (keys: TestKeys): Promise<Asked['licensee']> =>
  resultOf(
    await bench.service('POST', `/keys/${keys.key}/licensees`, {
      ...managedBy(keys),
      body: { name: 'First' },
    }),
  );

const tell = (name: Name, { path, query, headers, body }: Asked): Promise<Answer> => {
  const { method, path: form } = endpoints[name];
  const filled = form.replace(/\{(\w+)\}/g, (_, part: string) => path[part] ?? '');
  const asked = new URLSearchParams(query).toString();
  // `URLSearchParams` cannot produce a malformed escape sequence.
  const target = `${filled}?${asked}`.replaceAll('MALFORMED', '%');
  return bench.service(method, target, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
};

type Spoil = (asked: Asked, name: Name) => void | Promise<void>;

const fault =
  (kind: string): Spoil =>
  (asked) => {
    asked.headers['X-Sandbox-Fault'] = kind;
  };

const query =
  (members: Record<string, string>): Spoil =>
  (asked) => {
    Object.assign(asked.query, members);
  };

/** The changes that make a valid request get a code. */
const spoils: Record<number, Spoil> = {
  4000: query({ any: 'MALFORMED' }),
  4001: (asked, name) => {
    if (name === 'licenseeList') asked.query.limit = '0';
    else asked.body = { name: 7, payload: 7 };
  },
  4005: query({ end: 'noon' }),
  4006: query({ start: 'noon' }),
  4007: query({ start: '2026-11-02', end: '2026-11-01' }),
  4008: query({ start: '2026-01-01', end: '2026-11-01' }),
  4009: query({ tags: 'a,b,c,d' }),
  4010: (asked) => {
    asked.headers = {};
  },
  4011: async (asked) => {
    await patch(asked, { allowed_urls: ['https://shop.example'] });
    asked.headers.Origin = 'https://evil.example';
  },
  4012: async (asked) => {
    asked.query.user_token = (await bench.account()).user_token;
  },
  4013: (asked) => patch(asked, { sublicensing: !asked.licensee.id }),
  4014: query({ licensee: 'sl_nobody' }),
  4015: (asked) =>
    patch(asked, {
      datasets: { geonames: false, usps: false, uspscleanse: false, email: false, phone: false },
    }),
  4016: (asked) => {
    asked.body = { query: 'x', context: 'gbr' };
  },
  4020: (asked) => patch(asked, { lookups_remaining: 0 }),
  4021: (asked) => patch(asked, { individual_limit: { limit: 0 } }),
  4040: (asked) => {
    asked.path.place = 'geonames_1';
  },
  4041: query({ user_token: 'uk_nobody' }),
  4042: (asked) => {
    asked.path.key = 'ak_nobody';
  },
  4045: (asked) => {
    asked.path.licensee = '999999';
    asked.query.licensee = '999999';
  },
  4047: (asked) => {
    asked.path.config = 'nothing';
  },
  4048: (asked) => {
    asked.path.id = 'nothing';
  },
  4090: async (asked, name) => {
    asked.body = { name: name === 'configCreate' ? 'first' : 'First', payload: '' };
    if (!asked.path.licensee || name === 'licenseeCreate') return;
    // The name of another licensee.
    const body = { name: 'Other' };
    await bench.service('POST', `/keys/${asked.keys.key}/licensees`, {
      ...managedBy(asked.keys),
      body,
    });
    asked.body = body;
  },
  4100: async (asked, name) => {
    await tell(name, asked);
  },
  4150: (asked) => {
    asked.headers['Content-Type'] = 'text/plain';
    asked.body = '{}';
  },
  4290: fault('4290'),
  4291: (asked) => patch(asked, { high_risk: true }),
  5001: fault('5001'),
  5002: fault('5002'),
  40010: async (asked) => {
    await patch(asked, { individual_limit: { limit: 5 } });
    asked.headers['Svc-Source-IP'] = 'nonsense';
  },
  40011: (asked) => {
    asked.query = {};
  },
  40016: query({ country_iso: 'XX' }),
  40017: query({ query: `${'x'.repeat(320)}@gmail.com` }),
  40018: (asked) => {
    asked.body = {};
  },
  // Codes that are not in the error catalog: success, pending, and a response without a body.
  2000: () => {},
  2020: async (asked) => {
    asked.path.cli_token = (await bench.signUp()).cli_token;
  },
  503: fault('503'),
};

/** Returns the codes that a response of the document names, or its status if it has no body. */
function codesOf(status: string, schema: unknown): number[] {
  if (schema === undefined) return [Number(status)];
  const { code } = (schema as { properties?: { code?: { const?: number; enum?: number[] } } })
    .properties ?? { code: { const: 2000 } };
  return code?.enum ?? (code?.const === undefined ? [] : [code.const]);
}

const documented = names.flatMap((name) =>
  Object.entries(operationOf(name).operation.responses).flatMap(([status, { content }]) =>
    codesOf(status, content?.['application/json']?.schema ?? content?.['text/csv']?.schema).map(
      (code): [Name, number, number] => [name, Number(status), code],
    ),
  ),
);

const isListed = (code: number): code is CatalogCode => Object.hasOwn(catalog, code);

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Expects each header that the document requires, with a valid value. */
function expectHeaders(answer: Answer, listed: readonly string[]): void {
  for (const name of listed) {
    const part = headerParts[name as keyof typeof headerParts];
    const given = answer.headers[name.toLowerCase()];
    if (given === undefined) expect([name, 'required' in part]).toEqual([name, false]);
    else {
      const value = part.schema.type === 'integer' ? Number(given) : String(given);
      expect(judge(`#/components/headers/${name}/schema`, value)).toEqual([]);
    }
  }
}

describe('the OpenAPI document', () => {
  // Shows: Each operation returns each response that the OpenAPI document lists, with its HTTP status, API code, headers and fields.
  test('lists several responses for every operation', () => {
    expect(documented.length).toBeGreaterThan(names.length * 6);
    expect(new Set(documented.map(([name]) => name)).size).toBe(names.length);
  });

  test.each(sample(documented))(
    'describes the response of the operation %s with HTTP status %d and API code %d',
    async (name, status, code) => {
      const asked = await good(name);
      await spoils[code]?.(asked, name);
      const answer = await tell(name, asked);
      expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
      const { path, key, operation } = operationOf(name);
      const response = operation.responses[String(status)];
      expectHeaders(answer, Object.keys(response?.headers ?? {}));
      if (response?.content === undefined) {
        expect(answer.text).toBe('');
        return;
      }
      const [type = ''] = Object.keys(response.content);
      expect(answer.headers['content-type']?.split(';')[0]).toBe(type);
      if (type === 'text/csv') return;
      expect(answer.json).toMatchObject({ code });
      // A message of code 4000 names the invalid field. Other messages can continue with the next step.
      if (isListed(code) && code !== 4000) {
        expect((answer.json as { message: string }).message).toMatch(
          new RegExp(`^${catalog[code].message.replaceAll('.', '\\.')}`),
        );
      }
      const pointer = `#/paths/${escaped(path)}/${key}/responses/${status}/content/${escaped(type)}/schema`;
      expect(judge(pointer, answer.json)).toEqual([]);
    },
  );

  // Shows: No operation returns an API code that the OpenAPI document does not list for the operation.
  test.each(sample(names))(
    'lists every API code that the operation %s returns for invalid requests',
    async (name) => {
      const listed = documented.filter(([one]) => one === name).map(([, , code]) => code);
      // These codes come from faults, which are the same for all operations.
      const codes = Object.keys(spoils).map(Number);
      for (const code of codes.filter((one) => one !== 4290 && one !== 5002 && one !== 503)) {
        const asked = await good(name);
        await spoils[code]?.(asked, name);
        const { json } = await tell(name, asked);
        // The lookup log is not JSON.
        expect([2000, ...listed]).toContain(json === null ? 2000 : (json as { code: number }).code);
      }
    },
  );

  // Shows: OPTIONS of every operation returns the methods of its path.
  test.each(sample(names))(
    'lists the methods that OPTIONS returns for the path of the operation %s',
    async (name) => {
      const asked = await good(name);
      const filled = endpoints[name].path.replace(
        /\{(\w+)\}/g,
        (_, part: string) => asked.path[part] ?? '',
      );
      const answer = await bench.service('OPTIONS', filled);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectHeaders(answer, ['Svc-Source-IP', 'Allow']);
      const methods = Object.keys(document.paths[endpoints[name].path] ?? {}).filter(
        (method) => method !== 'options',
      );
      const allowed = [...methods, ...(methods.includes('get') ? ['head'] : []), 'options'];
      expect(String(answer.headers.allow).toLowerCase().split(', ').sort()).toEqual(allowed.sort());
    },
  );
});

// Shows: Each operation accepts each credential form of the OpenAPI document.
describe('the OpenAPI document', () => {
  const cases = names.flatMap((name) =>
    operationOf(name).operation.security.flatMap((scheme) =>
      Object.keys(scheme).map((one): [Name, string] => [name, one]),
    ),
  );
  test.each(sample(cases))(
    'lists only credentials that the operation %s accepts (credential: %s)',
    async (name, scheme) => {
      const asked = await good(name);
      const { key, user_token } = asked.keys;
      asked.headers = {};
      if (scheme === 'apiKey') asked.headers.Authorization = `Bearer ${key}`;
      if (scheme === 'managementKey') asked.headers.Authorization = `Bearer ${user_token}`;
      if (scheme === 'apiKeyQuery') asked.query.api_key = key;
      if (scheme === 'managementKeyQuery') asked.query.user_token = user_token;
      if (scheme === 'olderHeader') {
        asked.headers.Authorization = `api_key="${key}", user_token="${user_token}"`;
      }
      expect((await tell(name, asked)).status).toBe(200);
    },
  );
});

describe('the OpenAPI document', () => {
  const sent = names.flatMap((name) => {
    const { operation } = operationOf(name);
    const [, body = ''] =
      operation.requestBody?.content['application/json'].schema.$ref?.match(/([^/]+)$/) ?? [];
    return body === '' ? [] : [{ name, body, required: operation.requestBody?.required === true }];
  });

  test.each(sent)(
    'describes a request body that the operation $name accepts (schema: $body)',
    async ({ name, body }) => {
      const asked = await good(name);
      expect(judge(`#/components/schemas/${body}`, asked.body)).toEqual([]);
      expect((await tell(name, asked)).status).toBe(200);
    },
  );

  test.each(sent)(
    'states whether the operation $name requires a body',
    async ({ name, required }) => {
      const asked = await good(name);
      asked.body = undefined;
      expect((await tell(name, asked)).status).toBe(required ? 400 : 200);
    },
  );

  const fields = sent.flatMap(({ name, body }) => {
    const { properties = {} } = (
      document.components.schemas as Record<string, { properties?: Record<string, object> }>
    )[body] ?? { properties: {} };
    return Object.keys(properties).map((field) => ({ name, body, field }));
  });
  test.each(sample(fields))(
    'allows only values of the correct type in the field $field, as the operation $name does',
    async ({ name, body, field }) => {
      const asked = await good(name);
      // Of these fields, only ip_forwarding is a boolean.
      const wrong = field === 'ip_forwarding' ? 'yes' : true;
      asked.body = { ...(asked.body as object), [field]: wrong };
      expect(judge(`#/components/schemas/${body}`, asked.body)).not.toEqual([]);
      expect([400, 401]).toContain((await tell(name, asked)).status);
    },
  );
});

describe("the tests' schema validation", () => {
  const pointer = '#/components/schemas/SignUpCredentials';
  const whole = { user_token: 'uk_1', test_api_key: 'ak_1', user_id: '1' };
  test('accepts a valid value', () => expect(judge(pointer, whole)).toEqual([]));
  test.each([
    { ...whole, user_id: undefined },
    { ...whole, user_id: 1 },
    { ...whole, user_token: 'ak_1' },
    { ...whole, more: 1 },
  ])('rejects %j', (value) => {
    expect(judge(pointer, JSON.parse(JSON.stringify(value)))).not.toEqual([]);
  });
  test('rejects an object as the value of each parameter', () => {
    for (const name of Object.keys(document.components.parameters)) {
      expect(judge(`#/components/parameters/${name}/schema`, {})).not.toEqual([]);
    }
  });
});
