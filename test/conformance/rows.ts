// The rows: what a client can observe of the service, as data. README.md has the format.
import addresses from './rows/addresses.json';
import authentication from './rows/authentication.json';
import balance from './rows/balance-and-limits.json';
import configs from './rows/configs.json';
import controlApi from './rows/control-api.json';
import emails from './rows/emails.json';
import keyDetails from './rows/key-details.json';
import keys from './rows/keys.json';
import licensees from './rows/licensees.json';
import lookupLog from './rows/lookup-log.json';
import phoneNumbers from './rows/phone-numbers.json';
import places from './rows/places.json';
import protocol from './rows/protocol.json';
import signUp from './rows/sign-up.json';
import usage from './rows/usage.json';

/** A request below the base URL, or one to the control API: its path begins `/_sandbox/`. */
export interface RowRequest {
  method: string;
  path: string;
  /** The token of `Authorization: Bearer …`. */
  bearer?: string;
  headers?: Record<string, string>;
  /** A body that is sent as JSON. */
  json?: unknown;
  /** A body that is sent unchanged, without a content type. */
  text?: string;
}

/** What a response must be. Until a row is filled, a number can be a name in braces. */
export interface Expectation {
  status: number;
  /** The API code. The body must then be an envelope that fits the code. */
  code?: number;
  /** The result must fit the schema of this name in shapes.json. */
  shape?: string;
  /** Fields that the result must have. Text between slashes is a regular expression. */
  result?: unknown;
  /** Fields that a body without an envelope must have, as in `result`. */
  json?: unknown;
  /** The fields that `errors` must name, in order. */
  errors?: string[];
  /** Text that the message must contain. Default: the text that codes.json has for the code. */
  message?: string;
  /** Header values as regular expressions; null if the response must not have the header. */
  headers?: Record<string, string | null>;
  /** Fields of the first hit of the result. */
  first?: Record<string, unknown>;
  /** Fields of each hit of the result, of which there must be at least one. */
  every?: Record<string, unknown>;
  /** No two hits of the result may have the same value in this field. */
  distinct?: string;
  /** The rows of a CSV body: regular expressions for columns, by their number from 1. */
  csv?: Record<string, string>[];
  /** The body must be empty. */
  empty?: boolean;
  /** Lookups that the request takes from the balance. */
  charge?: number;
}

/** A request that prepares a row, shows its effect or removes its traces. */
export interface Exchange {
  request: RowRequest;
  /** How many times the request is sent. */
  times?: number;
  /** Default: any status from 200 to 299. */
  expect?: Partial<Expectation>;
  /** Names for values of the response's body, each by its JSON pointer. */
  save?: Record<string, string>;
}

export interface Row {
  /** What the row shows, as a sentence. */
  statement: string;
  /** `sandbox` if the interface leaves it open. */
  source?: 'sandbox';
  /** The row holds only for an account that nobody has used. */
  newAccount?: boolean;
  /** The row holds for each of these sets of values. */
  each?: Record<string, unknown>[];
  given?: Exchange[];
  request: RowRequest;
  expect: Expectation;
  /** Requests that show the effect. */
  then?: Exchange[];
  /** Requests that remove what the row left behind, where accounts are not made for each row. */
  after?: Exchange[];
}

/** The rows of one resource. */
export interface Resource {
  /** Its name for `--resource`, which is also that of its file. */
  resource: string;
  /** Its heading in docs/conformance.md. */
  title: string;
  rows: Row[];
}

/** Every resource, in the order of the documentation. */
export const resources = [
  protocol,
  authentication,
  keys,
  keyDetails,
  usage,
  lookupLog,
  licensees,
  configs,
  places,
  signUp,
  addresses,
  emails,
  phoneNumbers,
  balance,
  controlApi,
] as unknown as Resource[];

/** Every request of a row, in the order in which they are sent. */
export function exchangesOf({ given = [], request, expect, then = [], after = [] }: Row) {
  return [...given, { request, expect }, ...then, ...after] as Exchange[];
}

const controlPrefix = '/_sandbox/';

export function isControlRequest({ path }: RowRequest): boolean {
  return path.startsWith(controlPrefix);
}

/** Paths whose GET costs no lookup. Every other path is treated as one that does. */
const freePath = /^\/(keys\/|sign_up|places(\?|$)|autocomplete\/addresses(\?|$))/;
const lookupByPost = /^\/(verify\/addresses|addresses\/cleanse|cleanse\/addresses)/;

/** Whether a request that the service accepts costs a lookup. One without the caller's key cannot. */
function mayBill(request: RowRequest): boolean {
  const { method, path } = request;
  const isLookup = method === 'POST' ? lookupByPost.test(path) : !freePath.test(path);
  return isLookup && method !== 'OPTIONS' && /\{\w*key\}/.test(JSON.stringify(request));
}

function mayChange({ method, path }: RowRequest): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return !isRead && !(method === 'POST' && lookupByPost.test(path));
}

/** What running a row needs and does. */
export function effectsOf(row: Row) {
  const requests = exchangesOf(row).map(({ request }) => request);
  const text = JSON.stringify(row);
  return {
    bills: requests.some(mayBill),
    changes: requests.some(mayChange),
    needsControl: requests.some(isControlRequest),
    needsKey: text.includes('{key}'),
    needsManagementKey: text.includes('{management_key}'),
    needsOtherAccount: text.includes('{other_'),
  };
}
