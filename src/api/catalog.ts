// The service's error catalog as data, each row with the next step a person can take. Meaning is taken
// from code and status, never from message text.
import { type Hint, placeholder } from '../lib/command-text';
import type { SessionLimit } from './session-limit';

export interface CatalogRow {
  /** HTTP status of answers with the code. */
  status: number;
  /** Message exactly as the service sends it, with its British spelling. */
  message: string;
  /** What to do next, in terms of this tool. */
  hint: Hint;
}

const notWhitelisted =
  'The key only answers allowed URLs or IP addresses. Use it from one of those, or take the restriction off the key.';

const dateHint =
  'Give --start and --end as a date (2026-01-31), a date-time or epoch milliseconds, or use --last 7d.';

/** Code of a successful answer. */
export const successCode = 2000;

/** Code of a sign-up poll that is not complete yet; not an error. */
export const pendingCode = 2020;

/** Every error code of the service. */
export const catalog = {
  404: {
    status: 404,
    message: '404 Page not found',
    hint: 'The service does not know this path. Check --base-url: it ends in the version prefix, such as /v1.',
  },
  4000: {
    status: 400,
    message: 'Invalid syntax submitted',
    hint: 'Correct the fields that the message or the details name, then try again.',
  },
  4001: {
    status: 400,
    message: 'Validation failed on your submitted data',
    hint: 'Correct the values that the details name, then try again.',
  },
  4005: { status: 400, message: 'Invalid end date', hint: dateHint },
  4006: { status: 400, message: 'Invalid start date', hint: dateHint },
  4007: {
    status: 400,
    message: 'Invalid Date Range: start date is after end date',
    hint: 'Swap --start and --end, or omit --end to mean now.',
  },
  4008: {
    status: 400,
    message: 'Invalid Date Range: range specified needs to be 90 days or less',
    hint: 'Ask for 90 days or less at a time.',
  },
  4009: {
    status: 400,
    message: 'Too Many Tags Queried: please specify no more than 3 tags to query',
    hint: 'Give at most three tags.',
  },
  4010: {
    status: 401,
    message: 'Invalid Key',
    hint: (command) =>
      `The key is missing, mistyped or deleted. ${command('auth whoami')} shows which one is in use; ${command('auth login')} stores another.`,
  },
  4011: { status: 401, message: 'Requesting URL not on whitelist', hint: notWhitelisted },
  4012: {
    status: 401,
    message: 'Forbidden',
    hint: 'The management key belongs to another account than the API key. Give the pair of one account.',
  },
  4013: {
    status: 401,
    message: 'A Sub Licensee Key is required to perform this action',
    hint: 'The key is for sublicensing: name a licensee, or use the licensee key (sl_…) as the API key.',
  },
  4014: {
    status: 401,
    message: 'Invalid API Key provided for licensee',
    hint: (command) =>
      `The licensee belongs to another key. ${command('licensees list')} shows those of this one.`,
  },
  4015: {
    status: 401,
    message: 'Inadequate licence to access data',
    hint: 'The key is not enabled for this product. Enable the dataset on the key, or use another key.',
  },
  4016: {
    status: 401,
    message: 'You have requested an invalid context',
    hint: (command) =>
      `Omit the context, or give one that the key is licensed for (${command('keys show')} lists them).`,
  },
  4020: {
    status: 402,
    message: 'Key balance depleted',
    hint: 'The key has no lookups left. Top it up on the dashboard, or use another key.',
  },
  4021: {
    status: 402,
    message: 'Lookup Limit Reached',
    hint: 'A daily, monthly, per-address or licensee limit is reached. Wait until it resets, or raise it.',
  },
  4040: {
    status: 404,
    message: 'Place not found',
    hint: 'Place ids expire. Search again and resolve an id from the new results.',
  },
  4041: {
    status: 404,
    message: 'User not found',
    hint: 'The service does not know this management key. Check that it is whole and begins uk_, and that the base URL is the service it was issued by.',
  },
  4042: {
    status: 404,
    message: 'Key not found',
    hint: 'The service does not know this API key. Check that it is whole and begins ak_, and that the base URL is the service it was issued by.',
  },
  4045: {
    status: 404,
    message: 'No licensee found',
    hint: (command) =>
      `${command('licensees list')} shows the licensees of the key; a cancelled one is gone.`,
  },
  4047: {
    status: 404,
    message: 'Config not found',
    hint: (command) =>
      `${command('configs list')} shows the configs of the key; ${command('configs create', [placeholder('name')], { 'payload-file': placeholder('file') })} makes one.`,
  },
  4048: {
    status: 404,
    message: 'Address not found',
    hint: 'Ids expire and differ between datasets. Search again and resolve an id from the new results.',
  },
  4090: {
    status: 409,
    message: 'Unable to perform transaction due to duplicate keys',
    hint: 'The name is taken. Choose another, or update the existing one.',
  },
  4100: {
    status: 410,
    message: 'Token expired or already claimed',
    hint: (command) => `Start again with ${command('signup')}.`,
  },
  4150: {
    status: 415,
    message: 'Unsupported Media Type',
    hint: 'Send the body as JSON in UTF-8 (content type application/json).',
  },
  4290: {
    status: 429,
    message: 'Request timed out. Please wait and try again later',
    hint: 'The check took longer than the service allows. Wait a little, then try again.',
  },
  4291: {
    status: 429,
    message: 'Too many requests. Please contact support',
    hint: 'The service holds this key back. Wait for the window to reset, or contact its support.',
  },
  5001: {
    status: 500,
    message: 'Uncatalogued Error',
    hint: 'The service failed. Try again later; if it stays, report the request to its support.',
  },
  5002: {
    status: 500,
    message: 'Search request reached internal timeout limits',
    hint: 'The search took too long. Make the query more exact, or try again later.',
  },
  40010: {
    status: 400,
    message: 'Invalid source IP address provided',
    hint: 'The source IP header must hold one valid IPv4 or IPv6 address.',
  },
  40011: {
    status: 400,
    message: 'Invalid search query received',
    hint: 'Give the e-mail address or phone number to check as text.',
  },
  40016: {
    status: 400,
    message: 'Invalid search query provided. Please review your inputs',
    hint: 'Check --country-iso and --bias-country-iso (three-letter codes such as DEU) and --bias-lonlat (longitude,latitude,radius of at most 50000 m); only one of --bias-lonlat and --bias-ip can be given.',
  },
  40017: {
    status: 400,
    message: 'Invalid email query string. Email string length is too long. Max length 320',
    hint: 'An e-mail address has at most 320 characters.',
  },
  40018: {
    status: 400,
    message: 'Invalid query. The q or query parameter is required',
    hint: 'Give the address to verify.',
  },
} as const satisfies Record<number, CatalogRow>;

export type CatalogCode = keyof typeof catalog;

const rowsByCode: Readonly<Record<number, CatalogRow | undefined>> = catalog;

/** The next step for a code; undefined for a code that is not listed. */
export function hintForCode(code: number): Hint | undefined {
  return rowsByCode[code]?.hint;
}

/** The envelope of every JSON answer. */
export interface Envelope {
  /** Absent on errors. */
  result?: unknown;
  /** 2000 on success, 2020 while pending, else a row of the catalog. */
  code: number;
  message: string;
  errors?: { path: string; message: string }[];
  /** Which limit of its session `waypost proxy` refused by. Answers of the service do not have it. */
  session_limit?: SessionLimit;
}
