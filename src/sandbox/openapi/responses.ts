// An operation's responses in the OpenAPI document: the envelope with the result, and the errors by HTTP status.
import type * as z from 'zod/mini';
import { type CatalogCode, catalog, pendingCode, successCode } from '../../api/catalog';
import { searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import { commonCodes, type JsonSchema, type Operation } from '../../api/operation';
import { components, list, named, record, text } from '../../api/schema';
import { signUpPending } from '../../api/sign-up';
import { sourceIpHeader } from '../rules/caller';

const fieldErrorsSchema = named(
  'FieldErrors',
  list(
    record('An error in one field.', {
      path: text('Path of the invalid field. Empty if the request body itself is invalid.'),
      message: text('The problem with the field.'),
    }),
    'The invalid fields. Only some validation errors have this list.',
    undefined,
    1,
  ),
);

export const refTo = (name: string): string => `#/components/schemas/${name}`;

export function reference(schema: z.ZodMiniType): JsonSchema {
  const id = components.get(schema)?.id;
  if (id === undefined) throw new Error('the schema of a body or result does not have a name');
  return { $ref: refTo(id) };
}

interface Media {
  schema: JsonSchema;
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

/** A Response Object, as the OpenAPI specification defines it. */
interface ResponseObject {
  description: string;
  headers: Readonly<Record<string, { $ref: string }>>;
  content?: Readonly<Record<string, Media>>;
}

const header = (description: string, schema: JsonSchema) => ({
  description,
  required: true,
  schema,
});

export const headers = {
  [sourceIpHeader]: header(
    'IP address that the sandbox uses as the client’s address. Every response has this header.',
    {
      type: 'string',
    },
  ),
  'WWW-Authenticate': header(
    'Authentication challenge in the response to an unauthorized request.',
    {
      type: 'string',
      pattern: '^Bearer realm="[^"]+"(, error="invalid_token")?$',
    },
  ),
  'X-RateLimit-Limit': header(`Maximum number of requests in ${searchWindowSeconds} seconds.`, {
    type: 'integer',
    const: searchesPerWindow,
  }),
  'X-RateLimit-Remaining': header(
    'Number of requests that remain until the request quota resets.',
    {
      type: 'integer',
      minimum: 0,
      maximum: searchesPerWindow,
    },
  ),
  'X-RateLimit-Reset': header(
    'Time at which the request quota resets, as a UNIX timestamp in seconds.',
    {
      type: 'integer',
      minimum: 0,
    },
  ),
  'Retry-After': {
    description:
      'Number of seconds until the request quota resets. Only responses to requests over the quota have this header.',
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: header('Methods that the path supports.', {
    type: 'string',
    pattern: '^[A-Z]+(, [A-Z]+)*$',
  }),
  'Content-Disposition': header('Name of the CSV file that contains the lookup log.', {
    type: 'string',
    pattern: '^attachment; filename="lookups_[-0-9_]+\\.csv"$',
  }),
};

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

const withHeaders = (...names: (keyof typeof headers)[]): ResponseObject['headers'] =>
  Object.fromEntries(
    [sourceIpHeader, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const jsonContent = (
  schema: JsonSchema,
  examples?: Media['examples'],
): NonNullable<ResponseObject['content']> => ({
  'application/json': { schema, ...(examples ? { examples } : {}) },
});

const envelopeSchema = (code: number, message: string, result: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'The envelope of a response that contains a result.',
  required: ['result', 'code', 'message'],
  properties: {
    result,
    code: { type: 'integer', description: 'API code.', const: code },
    message: { type: 'string', description: 'Message.', const: message },
  },
});

function successResponse({ result, rated }: Operation): ResponseObject {
  if (result === 'csv') {
    return {
      description: 'The lookup log.',
      headers: withHeaders('Content-Disposition'),
      content: { 'text/csv': { schema: { type: 'string' } } },
    };
  }
  const shape: JsonSchema = 'type' in result ? reference(result) : { anyOf: result.map(reference) };
  return {
    description: 'Success.',
    headers: withHeaders(...(rated ? rateHeaders : [])),
    content: jsonContent(envelopeSchema(successCode, 'Success', shape)),
  };
}

const pendingResponse: ResponseObject = {
  description: 'The sign-up is not complete yet.',
  headers: withHeaders(),
  content: jsonContent(envelopeSchema(pendingCode, 'Pending', reference(signUpPending))),
};

/** The response to a request that exceeds the rate limit. The response has no body. */
const exceededResponse: ResponseObject = {
  description: 'The IP address sent more than 30 requests in one second. The response has no body.',
  headers: withHeaders(),
};

/** The additional headers of error responses, by HTTP status. */
const ownHeaders: Readonly<Record<number, readonly (keyof typeof headers)[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
};

function failureResponse(status: number, codes: readonly CatalogCode[]): ResponseObject {
  return {
    description: codes.map((code) => `${code}: ${catalog[code].message}.`).join(' '),
    headers: withHeaders(...(ownHeaders[status] ?? [])),
    content: jsonContent(
      {
        type: 'object',
        description: 'The envelope for an error. This envelope does not contain a result.',
        required: ['code', 'message'],
        properties: {
          code: {
            type: 'integer',
            description: 'API code that identifies the error.',
            enum: [...codes],
          },
          message: {
            type: 'string',
            description:
              'Message that describes the error. The message can name the invalid field.',
          },
          errors: reference(fieldErrorsSchema),
        },
      },
      Object.fromEntries(
        codes.map((code) => [
          String(code),
          { summary: catalog[code].message, value: { code, message: catalog[code].message } },
        ]),
      ),
    ),
  };
}

/** Returns an operation's responses, by HTTP status. */
export function responsesOf(operation: Operation, isPoll: boolean): Record<string, ResponseObject> {
  const byStatus = new Map<number, CatalogCode[]>();
  for (const code of [...commonCodes, ...operation.codes]) {
    const { status } = catalog[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return {
    200: successResponse(operation),
    ...(isPoll ? { 202: pendingResponse } : {}),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, failureResponse(status, codes)] as const),
    ),
    503: exceededResponse,
  };
}
