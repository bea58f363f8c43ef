// The form in which an operation of the service is described, and what several operations share.
import type * as z from 'zod/mini';
import type { CatalogCode } from './catalog';
import type { Endpoint } from './endpoint';

/** A schema of JSON, as OpenAPI has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

export interface Operation extends Endpoint {
  command: string | null;
  tag: 'Keys' | 'Licensees' | 'Configs' | 'Places' | 'Addresses' | 'Validation' | 'Sign-up';
  summary: string;
  description?: string;
  /** By the names that the OpenAPI document gives them. */
  parameters: Readonly<Record<string, Parameter>>;
  body?: { schema: z.ZodMiniType; required?: boolean };
  /** Schema of `result`, or of each form that it has; the log is CSV. */
  result: z.ZodMiniType | readonly z.ZodMiniType[] | 'csv';
  /** Its rows of the error catalog, in addition to those of every operation. */
  codes: readonly CatalogCode[];
  /** Whether the answer has the three headers of a search window. */
  rated?: boolean;
}

export type Operations = Readonly<Record<string, Operation>>;

/** Codes of every operation: malformed percent encoding, and a failure of the service. */
export const commonCodes: readonly CatalogCode[] = [4000, 5001];

/** Codes of every operation with a management key. */
export const managed = [4010, 4012, 4041, 4042] as const;

/** Codes of every operation with an API key. */
export const searched = [4010, 4011, 4013, 4014, 4015, 40010, 4291] as const;

/** Codes of every lookup that is billed. */
export const billed = [...searched, 4020, 4021] as const;

export const inPath = (
  name: string,
  description: string,
  schema: JsonSchema = { type: 'string' },
) => ({ name, in: 'path' as const, description, required: true, schema });

export const inQuery = (
  name: string,
  description: string,
  schema: JsonSchema = { type: 'string' },
) => ({ name, in: 'query' as const, description, schema });

/** The key that an operation manages. */
export const key = inPath('key', 'API key.', { type: 'string', examples: ['ak_test'] });

export const sourceIp = {
  name: 'Svc-Source-IP',
  in: 'header' as const,
  description: 'IP address of the end user. Counts on keys with IP forwarding.',
  schema: { type: 'string' as const },
};

/** Who an operation with an API key is made for. */
export const onBehalf = {
  licensee: inQuery('licensee', 'Key or id of the licensee to bill, on a key for sublicensing.'),
  sourceIp,
};

/** What every lookup takes. */
export const ofLookup = {
  tags: inQuery('tags', 'Comma separated labels, stored with the lookup.'),
  ...onBehalf,
};

export const notDetailed = 'The service’s documentation names this operation without detail.';

const typed = 'Text to search. `query` wins over `q`. Empty text finds nothing.';

/** The text of a search. */
export const ofSearch = {
  query: inQuery('query', typed),
  queryShort: inQuery('q', typed),
};

export const countryList: JsonSchema = { type: 'string', examples: ['DEU', 'PNG,USA'] };

export const countryIso = inQuery(
  'country_iso',
  'Only hits of these countries, ISO 3166-1 alpha-3, comma separated.',
  countryList,
);

/** What a search prefers. */
export const ofBias = {
  biasLonlat: inQuery(
    'bias_lonlat',
    '`<longitude>,<latitude>,<radius_in_meters>`, radius at most 50000. Only one geospatial bias.',
    { type: 'string', examples: ['-0.13,51.5,20000'] },
  ),
  biasIp: inQuery('bias_ip', 'Hits near the caller’s IP address first. Not beside `bias_lonlat`.', {
    type: 'string',
    enum: ['true'],
  }),
};
