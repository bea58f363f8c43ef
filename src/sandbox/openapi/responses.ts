// The answers of an operation: the envelope around its result, and the catalog's rows by status.
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
    record('One mistake.', {
      path: text('The member that is wrong; empty for the whole body.'),
      message: text('What is wrong with it.'),
    }),
    'Which members were wrong, on some validation failures.',
    undefined,
    1,
  ),
);

export const refTo = (name: string): string => `#/components/schemas/${name}`;

export function reference(schema: z.ZodMiniType): JsonSchema {
  const id = components.get(schema)?.id;
  if (id === undefined) throw new Error('a body or a result has no name');
  return { $ref: refTo(id) };
}

interface Media {
  schema: JsonSchema;
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

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
  [sourceIpHeader]: header('The client IP address that was detected; on every answer.', {
    type: 'string',
  }),
  'WWW-Authenticate': header('The challenge of an unauthorized request.', {
    type: 'string',
    pattern: '^Bearer realm="[^"]+"(, error="invalid_token")?$',
  }),
  'X-RateLimit-Limit': header(`Most requests in ${searchWindowSeconds} seconds.`, {
    type: 'integer',
    const: searchesPerWindow,
  }),
  'X-RateLimit-Remaining': header('Requests left in the window.', {
    type: 'integer',
    minimum: 0,
    maximum: searchesPerWindow,
  }),
  'X-RateLimit-Reset': header('UNIX timestamp, in seconds, when the window resets.', {
    type: 'integer',
    minimum: 0,
  }),
  'Retry-After': {
    description: 'Seconds until the window resets, where a window is what was exceeded.',
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: header('Methods of the path.', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }),
  'Content-Disposition': header('The log is sent as an attachment.', {
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
  description: 'The envelope of every JSON answer.',
  required: ['result', 'code', 'message'],
  properties: {
    result,
    code: { type: 'integer', description: 'Response code.', const: code },
    message: { type: 'string', description: 'Message.', const: message },
  },
});

function successResponse({ result, rated }: Operation): ResponseObject {
  if (result === 'csv') {
    return {
      description: 'The log.',
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
  description: 'Not complete yet.',
  headers: withHeaders(),
  content: jsonContent(envelopeSchema(pendingCode, 'Pending', reference(signUpPending))),
};

/** The rate limit of an address; the one answer without a body. */
const exceededResponse: ResponseObject = {
  description: 'More than 30 requests a second from one IP address. No body.',
  headers: withHeaders(),
};

/** Headers of an error with this status. */
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
        description: 'An error: no result.',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer', description: 'The cause.', enum: [...codes] },
          message: {
            type: 'string',
            description: 'For people; may name the member that is wrong.',
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
