// The OpenAPI 3.1 document of the service, built from the tables of endpoints and errors.

import { type Endpoint, endpoints } from '../../api/endpoints';
import { version } from '../../lib/identity';
import { type OperationFacts, operations } from './operation-docs';
import { parameters } from './parameters';
import { type Answered, answersOf, headers } from './responses';
import { reference, type Schema, schemas } from './schemas';

/** An operation of the document. */
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly { $ref: string }[];
  requestBody?: {
    required: boolean;
    content: { 'application/json': { schema: Schema } };
  };
  responses: Readonly<Record<string, Answered>>;
}

/** A method of an operation, as the document writes it. */
type Method = 'get' | 'post' | 'put' | 'delete' | 'options';

/** Operations by path and method. */
type Paths = Record<string, Partial<Record<Method, Operation>>>;

const description = `A global address and place lookup service with billing by lookup, as a development service on this machine.

Every JSON answer is the envelope \`{ result, code, message }\`; errors carry no \`result\`. HEAD answers as GET without a body. Neither HEAD nor OPTIONS consumes anything. Where the service’s documentation does not show members, what stands here is what the sandbox answers, and the description says so.`;

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
    description: 'API key in the query. Wins over the header.',
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
    description: 'Management key in the query. Wins over the header.',
  },
  olderHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Deprecated: `api_key="<API_KEY>"`, `user_token="<MANAGEMENT_KEY>"`, `licensee="<LICENSEE_KEY>"`, in double quotes.',
  },
} as const;

type SchemeName = keyof typeof securitySchemes;

const anyOf = (...names: SchemeName[]) => names.map((name) => ({ [name]: [] }));

const byApiKey = anyOf('apiKey', 'apiKeyQuery', 'olderHeader');
const byManagementKey = anyOf('managementKey', 'managementKeyQuery', 'olderHeader');

/** The credentials of an operation that needs none: a management key if there is a key in the path. */
function securityOf({ credential, path }: Endpoint): Operation['security'] {
  if (credential === 'api_key') return byApiKey;
  if (credential === 'management_key') return byManagementKey;
  return path.startsWith('/keys/') ? [{}, ...byManagementKey] : [];
}

function operationOf(name: string, endpoint: Endpoint, facts: OperationFacts): Operation {
  const { summary, description: more, tag, body } = facts;
  return {
    operationId: name,
    summary,
    ...(more === undefined ? {} : { description: more }),
    tags: [tag],
    security: securityOf(endpoint),
    ...(facts.parameters.length === 0
      ? {}
      : {
          parameters: facts.parameters.map((one) => ({ $ref: `#/components/parameters/${one}` })),
        }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.required === true,
            content: { 'application/json': { schema: reference(body.schema) } },
          },
        }),
    responses: answersOf(facts, name === 'signUpPoll'),
  };
}

/** The preflight request of a browser. */
function preflightOf(name: string, facts: OperationFacts): Operation {
  const inPath = facts.parameters.filter((one) => parameters[one].in === 'path');
  return {
    operationId: `${name}Options`,
    summary: 'Methods of this path',
    tags: [facts.tag],
    security: [],
    ...(inPath.length === 0
      ? {}
      : { parameters: inPath.map((one) => ({ $ref: `#/components/parameters/${one}` })) }),
    responses: {
      204: {
        description: 'Pages of any origin may use the service. No body.',
        headers: {
          'Svc-Source-IP': { $ref: '#/components/headers/Svc-Source-IP' },
          Allow: { $ref: '#/components/headers/Allow' },
          'Access-Control-Allow-Methods': { $ref: '#/components/headers/Allow' },
        },
      },
    },
  };
}

function pathsOf(): Paths {
  const paths: Paths = {};
  for (const name of Object.keys(endpoints) as (keyof typeof endpoints)[]) {
    const endpoint: Endpoint = endpoints[name];
    const facts = operations[name];
    const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
    paths[endpoint.path] = {
      options: preflightOf(name, facts),
      ...paths[endpoint.path],
      [method]: operationOf(name, endpoint, facts),
    };
  }
  return paths;
}

/** The document of a service at a base URL, which ends in the version prefix. */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Address and place lookup service', version, description },
    servers: [{ url: baseUrl }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas,
      parameters,
      headers,
      securitySchemes,
    },
  };
}
