// The type that describes a service operation, and the parameters and API codes that several operations share.
import type * as z from 'zod/mini';
import type { CatalogCode } from './catalog';
import type { Endpoint } from './endpoint';

/** A JSON Schema, as in an OpenAPI document. */
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
  /** The parameters, by their component names in the OpenAPI document. */
  parameters: Readonly<Record<string, Parameter>>;
  body?: { schema: z.ZodMiniType; required?: boolean };
  /**
   * The schema of the result, a list of schemas if the result has several forms, or `csv` for the lookup log, which is
   * not JSON.
   */
  result: z.ZodMiniType | readonly z.ZodMiniType[] | 'csv';
  /** The API codes that the operation can return for an error, in addition to `commonCodes`. */
  codes: readonly CatalogCode[];
  /** Whether the response contains the three request quota headers. */
  rated?: boolean;
}

export type Operations = Readonly<Record<string, Operation>>;

/**
 * The API codes that every operation can return: 4000 for malformed percent encoding, and 5001 for a service failure.
 */
export const commonCodes: readonly CatalogCode[] = [4000, 5001];

/** The API codes that operations can return if they require a management key. */
export const managed = [4010, 4012, 4041, 4042] as const;

/** The API codes that operations can return if they require an API key. */
export const searched = [4010, 4011, 4013, 4014, 4015, 40010, 4291] as const;

/** The API codes that billed operations can return. */
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

/** The path parameter for the API key that an operation manages. */
export const key = inPath('key', 'API key.', { type: 'string', examples: ['ak_test'] });

export const sourceIp = {
  name: 'Svc-Source-IP',
  in: 'header' as const,
  description:
    'The end user’s IP address. The service uses this header only if the key’s `ip_forwarding` setting is `true`.',
  schema: { type: 'string' as const },
};

/** The parameters that identify the licensee and the end user in a request with an API key. */
export const onBehalf = {
  licensee: inQuery(
    'licensee',
    'Key or ID of the licensee to bill, if the API key is enabled for sublicensing.',
  ),
  sourceIp,
};

/** The parameters of every lookup. */
export const ofLookup = {
  tags: inQuery('tags', 'Comma-separated labels that the service stores with the lookup.'),
  ...onBehalf,
};

export const notDetailed = 'The service’s documentation lists this operation without details.';

const searchText =
  'Text to search for. `query` takes precedence over `q`. If the text is empty, the result is empty.';

/** The parameters that contain the search text. */
export const ofSearch = {
  query: inQuery('query', searchText),
  queryShort: inQuery('q', searchText),
};

export const countryList: JsonSchema = { type: 'string', examples: ['DEU', 'PNG,USA'] };

export const countryIso = inQuery(
  'country_iso',
  'Comma-separated countries, ISO 3166-1 alpha-3. The result contains only hits in these countries.',
  countryList,
);

/** The parameters that bias a search toward an area. */
export const ofBias = {
  biasLonlat: inQuery(
    'bias_lonlat',
    'Circle in the format `<longitude>,<latitude>,<radius_in_meters>`, with a radius of at most 50000. Hits in the circle rank higher. Cannot be combined with `bias_ip`.',
    { type: 'string', examples: ['-0.13,51.5,20000'] },
  ),
  biasIp: inQuery(
    'bias_ip',
    'If `true`, hits near the location of the caller’s IP address rank higher. Cannot be combined with `bias_lonlat`.',
    {
      type: 'string',
      enum: ['true'],
    },
  ),
};
