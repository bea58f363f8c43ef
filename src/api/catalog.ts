// The service's error catalog. Each error has a hint that tells the user what to do next. To identify an error, use the
// API code and the HTTP status, not the message.
import { type Hint, placeholder } from '../lib/command-text';
import { errorCodes } from '../lib/error-codes';
import type { SessionLimit } from './session-limit';

export interface CatalogRow {
  /** HTTP status of responses with this API code. */
  status: number;
  /** The service's exact message, including its British spelling. */
  message: string;
  /** Hint for the user, with waypost commands and options. */
  hint: Hint;
}

const notWhitelisted =
  'Send the request from a web page or IP address that the key and the licensee allow, or remove the restriction.';

const dateHint =
  'For --start and --end, use a date (2026-01-31), a date-time or epoch milliseconds. For a range that ends now, use --last, for example --last 7d.';

/** The API code of a successful response. */
export const successCode = 2000;

/** The API code of a poll response while the sign-up is pending. This code does not report an error. */
export const pendingCode = 2020;

/** Every API code that the service returns for an error. */
export const catalog = {
  404: {
    status: 404,
    message: '404 Page not found',
    hint: 'Check --base-url. The URL must end in the version prefix, such as /v1.',
  },
  4000: {
    status: 400,
    message: 'Invalid syntax submitted',
    hint: 'Correct the fields that the message or the error details name, then try again.',
  },
  4001: {
    status: 400,
    message: 'Validation failed on your submitted data',
    hint: 'Correct the values in the error details, then try again.',
  },
  4005: { status: 400, message: 'Invalid end date', hint: dateHint },
  4006: { status: 400, message: 'Invalid start date', hint: dateHint },
  4007: {
    status: 400,
    message: 'Invalid Date Range: start date is after end date',
    hint: 'Swap --start and --end, or remove --end to use the current time.',
  },
  4008: {
    status: 400,
    message: 'Invalid Date Range: range specified needs to be 90 days or less',
    hint: 'Use a range of 90 days or less.',
  },
  4009: {
    status: 400,
    message: 'Too Many Tags Queried: please specify no more than 3 tags to query',
    hint: 'Use at most three tags.',
  },
  4010: {
    status: 401,
    message: 'Invalid Key',
    hint: errorCodes.auth_failed.hint,
  },
  4011: { status: 401, message: 'Requesting URL not on whitelist', hint: notWhitelisted },
  4012: {
    status: 401,
    message: 'Forbidden',
    hint: 'Use a management key and an API key from the same account.',
  },
  4013: {
    status: 401,
    message: 'A Sub Licensee Key is required to perform this action',
    hint: (command) =>
      `For a lookup, use a licensee key (sl_…) as the API key. ${command('licensees get', [placeholder('licensee')])} shows the licensee key, and --api-key - reads a key from standard input. For a licensee command, enable sublicensing for the API key on the dashboard. If the service is a sandbox, you can also enable sublicensing with ${command('sandbox set', ['sublicensing=on'])}.`,
  },
  4014: {
    status: 401,
    message: 'Invalid API Key provided for licensee',
    hint: (command) =>
      `Use a licensee of this API key. ${command('licensees list')} shows the key's licensees.`,
  },
  4015: {
    status: 401,
    message: 'Inadequate licence to access data',
    hint: 'Enable the dataset that the lookup requires, or use another key.',
  },
  4016: {
    status: 401,
    message: 'You have requested an invalid context',
    hint: (command) =>
      `Remove the context, or use a context that the key is licensed for. ${command('keys show')} lists the contexts.`,
  },
  4020: {
    status: 402,
    message: 'Key balance depleted',
    hint: errorCodes.balance_empty.hint,
  },
  4021: {
    status: 402,
    message: 'Lookup Limit Reached',
    hint: (command) =>
      `Wait until the limit resets. Daily limits reset at midnight (UTC), and the monthly limit resets on the first day of the month (UTC). To raise one of the key's limits, use ${command('keys update', [], { 'daily-limit': placeholder('n') })} or ${command('keys update', [], { 'monthly-limit': placeholder('n') })}. To change the limit per IP address, use ${command('api put', ['keys/{key}/details'], { field: 'individual_limit[limit]=500' })}. To change a licensee's daily limit, use ${command('licensees update', [placeholder('licensee')], { 'daily-limit': placeholder('n') })}. Only the person who started a proxy session can raise the session's lookup limit (--max-lookups).`,
  },
  4040: {
    status: 404,
    message: 'Place not found',
    hint: 'Search again, and resolve an ID from the new results. Place IDs expire.',
  },
  4041: {
    status: 404,
    message: 'User not found',
    hint: 'Check that the management key is complete and begins with uk_, and that the base URL belongs to the service that issued the key.',
  },
  4042: {
    status: 404,
    message: 'Key not found',
    hint: 'Check that the API key is complete and begins with ak_, and that the base URL belongs to the service that issued the key.',
  },
  4045: {
    status: 404,
    message: 'No licensee found',
    hint: (command) =>
      `Check the licensee's ID, key or name. ${command('licensees list')} shows the key's active licensees.`,
  },
  4047: {
    status: 404,
    message: 'Config not found',
    hint: (command) =>
      `Check the name. ${command('configs list')} shows the key's configs. ${command('configs create', [placeholder('name')], { 'payload-file': placeholder('file') })} creates a config.`,
  },
  4048: {
    status: 404,
    message: 'Address not found',
    hint: 'Search again, and resolve an ID from the new results. Address IDs expire and differ between datasets.',
  },
  4090: {
    status: 409,
    message: 'Unable to perform transaction due to duplicate keys',
    hint: 'Choose a name that is not in use, or update the existing config or licensee.',
  },
  4100: {
    status: 410,
    message: 'Token expired or already claimed',
    hint: errorCodes.signup_expired.hint,
  },
  4150: {
    status: 415,
    message: 'Unsupported Media Type',
    hint: 'Send the body as JSON in UTF-8 (content type application/json).',
  },
  4290: {
    status: 429,
    message: 'Request timed out. Please wait and try again later',
    hint: 'Wait a moment, then try again. The lookup exceeded the service’s time limit.',
  },
  4291: {
    status: 429,
    message: 'Too many requests. Please contact support',
    hint: "Wait until the request quota resets, or contact the service's support.",
  },
  5001: {
    status: 500,
    message: 'Uncatalogued Error',
    hint: errorCodes.service_unavailable.hint,
  },
  5002: {
    status: 500,
    message: 'Search request reached internal timeout limits',
    hint: 'Make the query more specific, or try again later.',
  },
  40010: {
    status: 400,
    message: 'Invalid source IP address provided',
    hint: 'Set the Svc-Source-IP header to one valid IPv4 or IPv6 address.',
  },
  40011: {
    status: 400,
    message: 'Invalid search query received',
    hint: 'Pass the email address or phone number to validate.',
  },
  40016: {
    status: 400,
    message: 'Invalid search query provided. Please review your inputs',
    hint: 'Check --country-iso and --bias-country-iso (three-letter codes such as DEU) and --bias-lonlat (longitude,latitude,radius, with a radius of at most 50000 m). --bias-lonlat and --bias-ip cannot be combined.',
  },
  40017: {
    status: 400,
    message: 'Invalid email query string. Email string length is too long. Max length 320',
    hint: 'Use an email address with at most 320 characters.',
  },
  40018: {
    status: 400,
    message: 'Invalid query. The q or query parameter is required',
    hint: 'Pass the address to verify.',
  },
} as const satisfies Record<number, CatalogRow>;

export type CatalogCode = keyof typeof catalog;

const rowsByCode: Readonly<Record<number, CatalogRow | undefined>> = catalog;

/** Returns the hint for an API code, or undefined if the catalog does not contain the code. */
export function hintForCode(code: number): Hint | undefined {
  return rowsByCode[code]?.hint;
}

/** The envelope of every JSON response. */
export interface Envelope {
  /** The data of a successful response. Error responses do not have this field. */
  result?: unknown;
  /** The API code: 2000 for success, 2020 for a pending sign-up, or an API code from the error catalog. */
  code: number;
  message: string;
  errors?: { path: string; message: string }[];
  /**
   * If `waypost proxy` rejected the request because of a session limit, the name of the limit. The service never sends
   * this field.
   */
  session_limit?: SessionLimit;
}
