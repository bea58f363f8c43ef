// The conformance rows, which describe as data what a client can observe of the service. README.md describes the format.
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

/**
 * A request to the service or to the control API. The path is relative to the base URL. A path that begins with `/_sandbox/`
 * belongs to the control API.
 */
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

/** The expected response. Before `fill` replaces the names, a number can also be a name in braces. */
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
  /** The paths in `errors`, in order. */
  errors?: string[];
  /** Text that the message must contain (default: the text for the API code in codes.json). */
  message?: string;
  /** Regular expressions for header values. The value null means that the response must not have the header. */
  headers?: Record<string, string | null>;
  /** Fields that the first hit must have. */
  first?: Record<string, unknown>;
  /** Fields that every hit must have. The result must have at least one hit. */
  every?: Record<string, unknown>;
  /** A field in which all hits must have different values. */
  distinct?: string;
  /** The rows of a CSV body, as regular expressions by column number. Column numbers start with 1. */
  csv?: Record<string, string>[];
  /** The body must be empty. */
  empty?: boolean;
  /** The number of lookups by which the request must decrease the balance. */
  charge?: number;
}

/** A request that prepares a row, shows its effect or removes its traces. */
export interface Exchange {
  request: RowRequest;
  /** The number of times that the runner sends the request. */
  times?: number;
  /** The expected response (default: a status from 200 to 299). */
  expect?: Partial<Expectation>;
  /** Names for values in the response's body, each with the value's JSON pointer. */
  save?: Record<string, string>;
}

export interface Row {
  /** A sentence that states what the row shows. */
  statement: string;
  /** `sandbox` if the service's API does not define the behavior. */
  source?: 'sandbox';
  /** True if the row is correct only for an account without earlier requests. */
  newAccount?: boolean;
  /** The sets of values with which the runner runs the row. */
  each?: Record<string, unknown>[];
  given?: Exchange[];
  request: RowRequest;
  expect: Expectation;
  /** Requests that show the effect of the row's request. */
  then?: Exchange[];
  /** Requests that undo the row's changes, because some services use the same account for all rows. */
  after?: Exchange[];
}

/** The rows of one resource. */
export interface Resource {
  /** The name of the resource for `--resource`. The name of the resource's file is the same. */
  resource: string;
  /** The heading in docs/conformance.md. */
  title: string;
  rows: Row[];
}

/** All resources, in the order of docs/conformance.md. */
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

/** Returns all requests of a row, in the order in which the runner sends them. */
export function exchangesOf({ given = [], request, expect, then = [], after = [] }: Row) {
  return [...given, { request, expect }, ...then, ...after] as Exchange[];
}

const controlPrefix = '/_sandbox/';

export function isControlRequest({ path }: RowRequest): boolean {
  return path.startsWith(controlPrefix);
}

/** The paths for which a GET request costs no lookup. A GET request for any other path might cost a lookup. */
const freePath = /^\/(keys\/|sign_up|places(\?|$)|autocomplete\/addresses(\?|$))/;
const lookupByPost = /^\/(verify\/addresses|addresses\/cleanse|cleanse\/addresses)/;

/** True if the request might cost a lookup. A request without the caller's key cannot cost a lookup. */
function mayBill(request: RowRequest): boolean {
  const { method, path } = request;
  const isLookup = method === 'POST' ? lookupByPost.test(path) : !freePath.test(path);
  return isLookup && method !== 'OPTIONS' && /\{\w*key\}/.test(JSON.stringify(request));
}

function mayChange({ method, path }: RowRequest): boolean {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return !isRead && !(method === 'POST' && lookupByPost.test(path));
}

/** Returns the effects and the requirements of a row. */
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
