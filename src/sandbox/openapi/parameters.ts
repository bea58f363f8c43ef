// The parameters of the service by name: in paths, queries and headers.
import {
  defaultLicensees,
  defaultRangeDays,
  maximumLicensees,
  maximumRangeDays,
  maximumTags,
} from '../../api/limits';
import type { Schema } from './schemas';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  schema: Schema;
}

const inPath = (name: string, description: string, schema: Schema = { type: 'string' }) => ({
  name,
  in: 'path' as const,
  description,
  required: true,
  schema,
});

const inQuery = (name: string, description: string, schema: Schema = { type: 'string' }) => ({
  name,
  in: 'query' as const,
  description,
  schema,
});

const moments: Schema = { type: ['integer', 'string'], examples: [1795176000000, '2026-11-20'] };
const range = `At most ${maximumRangeDays} days. UNIX timestamp in milliseconds, or an ISO 8601 date or date-time.`;
const countries: Schema = { type: 'string', examples: ['DEU', 'PNG,USA'] };
const typed = 'Text to search. `query` wins over `q`. Empty text finds nothing.';

/** Every parameter. */
export const parameters = {
  anyKey: inPath('key', 'API key (`ak_`) or licensee key (`sl_`).'),
  key: inPath('key', 'API key.', { type: 'string', examples: ['ak_test'] }),
  licenseePath: inPath('licensee', 'Id or key of the licensee.'),
  config: inPath('config', 'Name of the config.'),
  cliToken: inPath('cli_token', 'The token of the start operation.'),
  place: inPath('place', 'Id of a suggestion. Ids expire.', {
    type: 'string',
    examples: ['geonames_2950159'],
  }),
  address: inPath('id', 'Id of a suggestion. Ids expire.'),
  start: inQuery(
    'start',
    `First moment of the range. Default: ${defaultRangeDays} days before its end. ${range}`,
    moments,
  ),
  end: inQuery('end', `Last moment of the range. Default: now. ${range}`, moments),
  tagFilter: inQuery(
    'tags',
    `Comma separated. A request must satisfy all of them. At most ${maximumTags}.`,
  ),
  licenseeFilter: inQuery('licensee', 'Restricts to a licensee, by its key or id.'),
  startingAfter: inQuery('starting_after', 'Id of the licensee after which to list.', {
    type: 'integer',
    format: 'int32',
    minimum: 0,
  }),
  limit: inQuery('limit', `Most records. More than ${maximumLicensees} counts as that.`, {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    default: defaultLicensees,
  }),
  licenseeName: inQuery('query', 'Filters by licensee name.'),
  licenseeNameShort: inQuery('q', 'The same as `query`.'),
  query: inQuery('query', typed),
  queryShort: inQuery('q', typed),
  countryIso: inQuery(
    'country_iso',
    'Only hits of these countries, ISO 3166-1 alpha-3, comma separated.',
    countries,
  ),
  biasCountryIso: inQuery(
    'bias_country_iso',
    'Places of these countries first, ISO 3166-1 alpha-3, comma separated.',
    countries,
  ),
  biasLonlat: inQuery(
    'bias_lonlat',
    '`<longitude>,<latitude>,<radius_in_meters>`, radius at most 50000. Only one geospatial bias.',
    { type: 'string', examples: ['-0.13,51.5,20000'] },
  ),
  biasIp: inQuery('bias_ip', 'Hits near the caller’s IP address first. Not beside `bias_lonlat`.', {
    type: 'string',
    enum: ['true'],
  }),
  datasets: inQuery('datasets', 'Only suggestions of these datasets, comma separated names.', {
    type: 'string',
    examples: ['usps'],
  }),
  context: inQuery('context', 'Only addresses of this context, ISO 3166-1 alpha-3 in any case.', {
    type: 'string',
    examples: ['usa'],
  }),
  hitLimit: inQuery('limit', 'Most suggestions. More than 100 counts as that.', {
    type: 'integer',
    minimum: 1,
    default: 10,
  }),
  tags: inQuery('tags', 'Comma separated labels, stored with the lookup.'),
  licensee: inQuery('licensee', 'Key or id of the licensee to bill, on a key for sublicensing.'),
  email: {
    ...inQuery('query', 'The email address, of at most 320 characters.', {
      type: 'string',
      maxLength: 320,
    }),
    required: true,
  },
  phone: { ...inQuery('query', 'The phone number, in international format.'), required: true },
  lon: {
    ...inQuery('lon', 'Longitude, WGS84.', { type: 'number', minimum: -180, maximum: 180 }),
    required: true,
  },
  lat: {
    ...inQuery('lat', 'Latitude, WGS84.', { type: 'number', minimum: -90, maximum: 90 }),
    required: true,
  },
  sourceIp: {
    name: 'Svc-Source-IP',
    in: 'header',
    description: 'IP address of the end user. Counts on keys with IP forwarding.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

/** Name of a parameter. */
export type ParameterName = keyof typeof parameters;
