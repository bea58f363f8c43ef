// Creates the API's OpenAPI 3.1 document from the operation descriptions.
import * as z from 'zod/mini';
import type { Operation as Described, JsonSchema, Parameter } from '../../api/operation';
import { operations } from '../../api/operations';
import { components } from '../../api/schema';
import { version } from '../../lib/identity';
import { headers, reference, refTo, responsesOf } from './responses';

const documentDescription = `The API of a sandbox that runs on this machine. The sandbox imitates a global address and place lookup service that bills each lookup.

Every JSON response is the envelope \`{ result, code, message }\`. Error responses do not contain \`result\`. HEAD returns the same headers as GET, without a body. HEAD and OPTIONS requests never cost lookups. If the service’s documentation does not show the fields of an object, this document describes the fields that the sandbox uses. In this case, the object’s description contains a note.`;

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key (`ak_`) or licensee key (`sl_`): `Authorization: Bearer <API_KEY>`.',
  },
  apiKeyQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'API key in the query. The query takes precedence over the header.',
  },
  managementKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'Management key (`uk_`): `Authorization: Bearer <MANAGEMENT_KEY>`.',
  },
  managementKeyQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'user_token',
    description: 'Management key in the query. The query takes precedence over the header.',
  },
  olderHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Deprecated format with double quotes: `api_key="<API_KEY>"`, `user_token="<MANAGEMENT_KEY>"`, `licensee="<LICENSEE_KEY>"`.',
  },
} as const;

type SchemeName = keyof typeof securitySchemes;

const securityBy = (...names: SchemeName[]) => names.map((name) => ({ [name]: [] }));

const byApiKey = securityBy('apiKey', 'apiKeyQuery', 'olderHeader');
const byManagementKey = securityBy('managementKey', 'managementKeyQuery', 'olderHeader');

/**
 * Returns an operation's security schemes. Operations on a key accept a management key even if they do not require a
 * credential.
 */
function securityOf({ credential, path }: Described) {
  if (credential === 'api_key') return byApiKey;
  if (credential === 'management_key') return byManagementKey;
  return path.startsWith('/keys/') ? [{}, ...byManagementKey] : [];
}

function parametersOf(given: Described['parameters']) {
  const names = Object.keys(given);
  return names.length === 0
    ? {}
    : { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
}

function requestBodyOf(body: Described['body']) {
  if (body === undefined) return {};
  return {
    requestBody: {
      required: body.required === true,
      content: { 'application/json': { schema: reference(body.schema) } },
    },
  };
}

function operationOf(operationId: string, described: Described) {
  const { summary, description, tag, parameters, body } = described;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: securityOf(described),
    ...parametersOf(parameters),
    ...requestBodyOf(body),
    responses: responsesOf(described, operationId === 'signUpPoll'),
  };
}

function preflightOf(name: string, { tag, parameters }: Described) {
  const inPath = Object.entries(parameters).filter(([, one]) => one.in === 'path');
  return {
    operationId: `${name}Options`,
    summary: 'List the methods that this path supports',
    tags: [tag],
    security: [],
    ...parametersOf(Object.fromEntries(inPath)),
    responses: {
      204: {
        description:
          'The methods that web pages from any origin can use. The response has no body.',
        headers: {
          'Svc-Source-IP': { $ref: '#/components/headers/Svc-Source-IP' },
          Allow: { $ref: '#/components/headers/Allow' },
          'Access-Control-Allow-Methods': { $ref: '#/components/headers/Allow' },
        },
      },
    },
  };
}

const all = Object.entries<Described>(operations);

function pathsOf() {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [name, described] of all) {
    paths[described.path] = {
      options: preflightOf(name, described),
      ...paths[described.path],
      [described.method.toLowerCase()]: operationOf(name, described),
    };
  }
  return paths;
}

/**
 * The schemas of all components, by name. Because of `io: 'input'`, the schema of an object allows additional fields,
 * unless the zod schema is strict.
 */
const schemas: Readonly<Record<string, JsonSchema>> = (() => {
  const converted = z.toJSONSchema(components, {
    io: 'input',
    uri: refTo,
    override: ({ jsonSchema }) => {
      // Zod adds the bounds of safe integers to every integer. The document omits these bounds.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      schema,
    ]),
  );
})();

/**
 * Returns the OpenAPI document.
 * @param baseUrl URL of the API, which ends with the version, such as `http://127.0.0.1:8787/v1`
 */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Address and place lookup service', version, description: documentDescription },
    servers: [{ url: baseUrl }],
    tags: [...new Set(all.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas,
      parameters: Object.assign({}, ...all.map(([, { parameters }]) => parameters)) as Record<
        string,
        Parameter
      >,
      headers,
      securitySchemes,
    },
  };
}
