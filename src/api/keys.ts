// The operations on a key: availability, private details, update, usage statistics and lookup log.
import type * as z from 'zod/mini';
import { apiKeySettings, keyUpdate } from './key-settings';
import { defaultRangeDays, maximumRangeDays, maximumTags } from './limits';
import {
  inPath,
  inQuery,
  type JsonSchema,
  key,
  managed,
  type Operations,
  sourceIp,
} from './operation';
import {
  component,
  flag,
  integer,
  list,
  moment,
  orNull,
  type ResultOf,
  record,
  showing,
  text,
  undocumented,
} from './schema';

const searchContext = record(undocumented('A search context that the key is licensed for.'), {
  iso_3: text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ }),
  iso_2: text('Country, ISO 3166-1 alpha-2.', { pattern: /^[A-Z]{2}$/ }),
  description: text('Name of the country.'),
  emoji: text('Flag of the country as an emoji.'),
  rgeo: flag('Whether the key can look up addresses in this country by coordinates.'),
});

export type SearchContext = z.infer<typeof searchContext>;

const contexts = list(searchContext, 'Search contexts that the key is licensed for.');

/**
 * Adds a `consumed` field to the schema of a limit. The field contains the number of lookups that count toward the
 * limit.
 */
const countedLimit = ({ shape }: typeof apiKeySettings.daily_limit, description: string) =>
  record(description, {
    ...shape,
    consumed: integer('Number of lookups that count toward the limit so far.', 0),
  });

export const availability = component('Availability', 'A key’s public availability.', {
  available: flag(
    'False if the key is suspended, has no lookups remaining or has reached a limit.',
  ),
  contexts,
  context: text('Context that best matches the caller’s IP address. Empty if no context matches.'),
});

const privateDetails = component('KeyDetails', undocumented('A key’s private details.'), {
  name: apiKeySettings.name,
  contexts,
  lookups_remaining: integer('Number of remaining lookups.', 0),
  daily_limit: countedLimit(
    apiKeySettings.daily_limit,
    'Maximum number of lookups in a day (UTC).',
  ),
  monthly_limit: countedLimit(
    apiKeySettings.monthly_limit,
    'Maximum number of lookups in a calendar month. The daily limit also applies.',
  ),
  individual_limit: apiKeySettings.individual_limit,
  rate_limit: apiKeySettings.rate_limit,
  allowed_urls: apiKeySettings.allowed_urls,
  redact_days: apiKeySettings.redact_days,
  notifications: apiKeySettings.notifications,
  datasets: apiKeySettings.datasets,
  automated_topups: apiKeySettings.automated_topups,
  current_purchases: list(
    record('A purchase of lookups.', {
      expires: orNull(
        moment('Time at which the purchase expires.'),
        'Time at which the purchase expires. Null if the purchase never expires.',
      ),
      purchased: integer('Number of purchased lookups.', 0),
      consumed: integer('Number of purchased lookups that the key has already consumed.', 0),
    }),
    'Purchases that make up the balance.',
  ),
  ip_forwarding: apiKeySettings.ip_forwarding,
  premier_support: apiKeySettings.premier_support,
});

export const keyDetails = showing(privateDetails, 'name', 'premier_support');

export const usage = component('Usage', undocumented('Lookups consumed in a range.'), {
  start: moment('First moment of the range.'),
  end: moment('Last moment of the range.'),
  total: integer('Number of lookups in the range.', 0),
  dailyCount: list(
    record('Usage of one day (UTC).', {
      date: moment('Midnight at the start of the day.'),
      count: integer('Number of lookups on the day.', 0),
    }),
    'Every day of the range in chronological order, including days without lookups.',
    maximumRangeDays + 2,
    1,
  ),
});

const range = `A range can be at most ${maximumRangeDays} days long. Format: Unix timestamp in milliseconds, or ISO 8601 date or date-time.`;

const timeSchema: JsonSchema = {
  type: ['integer', 'string'],
  examples: [1795176000000, '2026-11-20'],
};

/** The parameters that select log entries. */
const logParameters = {
  key,
  start: inQuery(
    'start',
    `First moment of the range. Default: ${defaultRangeDays} days before the end. ${range}`,
    timeSchema,
  ),
  end: inQuery('end', `Last moment of the range. Default: now. ${range}`, timeSchema),
  tagFilter: inQuery(
    'tags',
    `Comma-separated tags, at most ${maximumTags}. The result includes only lookups that have all of these tags.`,
  ),
  licenseeFilter: inQuery(
    'licensee',
    'Key or ID of a licensee. The result includes only lookups billed to this licensee.',
  ),
};

const rangeCodes = [4005, 4006, 4007, 4008, 4009, 4045] as const;

export const operations = {
  keyAvailability: {
    method: 'GET',
    path: '/keys/{key}',
    credential: 'none',
    command: 'keys show',
    tag: 'Keys',
    summary: 'Key availability',
    description:
      'This operation does not require a management key. If you send a management key, the result contains the API key’s private details instead of the availability. If the API key is not available for lookups, `available` is false.',
    parameters: {
      anyKey: inPath('key', 'API key (`ak_`) or licensee key (`sl_`).'),
      sourceIp,
    },
    result: [availability, keyDetails],
    codes: [4011, 4012, 4041, 4042],
  },
  keyDetails: {
    method: 'GET',
    path: '/keys/{key}/details',
    credential: 'management_key',
    command: 'keys details',
    tag: 'Keys',
    summary: 'Private details of a key',
    parameters: { key },
    result: keyDetails,
    codes: managed,
  },
  keyUpdate: {
    method: 'PUT',
    path: '/keys/{key}/details',
    credential: 'management_key',
    command: 'keys update',
    tag: 'Keys',
    summary: 'Update key settings',
    parameters: { key },
    body: { schema: keyUpdate, required: true },
    result: keyDetails,
    codes: [...managed, 4001, 4150],
  },
  keyUsage: {
    method: 'GET',
    path: '/keys/{key}/usage',
    credential: 'management_key',
    command: 'keys usage',
    tag: 'Keys',
    summary: 'Usage statistics',
    parameters: logParameters,
    result: usage,
    codes: [...managed, ...rangeCodes],
  },
  lookupLog: {
    method: 'GET',
    path: '/keys/{key}/lookups',
    credential: 'management_key',
    command: 'lookups export',
    tag: 'Keys',
    summary: 'Lookup log as CSV',
    description:
      'The CSV has nine columns and no header row. The oldest entry is first. The columns are: timestamp (ISO 8601), IP address, search term, URL, lookup type, tags, lookups consumed, licensee name, source IP address. Every week, the service removes personal data (columns 2, 3, 4 and 9) from entries that are older than the key’s retention period. Every response with a status other than 200 is JSON.',
    parameters: logParameters,
    result: 'csv',
    codes: [...managed, ...rangeCodes],
  },
} as const satisfies Operations;

export type Availability = ResultOf<typeof availability>;
export type KeyDetails = ResultOf<typeof keyDetails>;
export type UsageRecord = ResultOf<typeof usage, 'start' | 'end'>;
