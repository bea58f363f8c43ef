// Hints by API code for keys, lookups, licensees, configs and `waypost api`, and the functions that add the hints to
// errors. If an API code has no hint in this file, by-reason.ts chooses the hint.
import type { Credential } from '../../client/credentials/resolve';
import type { LookupKey, LookupOperation } from '../../client/lookup';
import { mayHaveHappened } from '../../client/owned-key';
import {
  type CommandWord,
  type CommandWriter,
  type Hint,
  hintText,
  placeholder,
} from '../../lib/command-text';
import { WaypostError } from '../../lib/errors';
import { isLoopback } from '../../lib/loopback';
import { hintOf } from './by-reason';

/** The global options that the user typed and that the commands in hints repeat. */
export interface GivenOptions {
  baseUrl?: string | undefined;
}

/** Hints by API code, and the hint for a change whose response was lost. */
export interface Hints {
  [apiCode: number]: Hint;
  /** Explains how to find out whether the service made the change. */
  inDoubt?: Hint | undefined;
}

const keyInUseHints: Hints = {
  4012: (command) =>
    `Use an API key and a management key from the same account. ${command('auth whoami')} shows the source of each key.`,
  4041: (command) =>
    `Check the management key, because the service does not accept this key. ${command('auth whoami')} shows the service and the source of the key.`,
  4042: (command) =>
    `Check the API key, or use another key with --api-key. ${command('auth whoami')} shows the service and the key in use.`,
};

const namedKeyHints: Hints = {
  ...keyInUseHints,
  4012: 'Set --management-key to the management key of the account that owns this API key, or remove the key argument.',
  4042: (command) =>
    `Check that the key argument is complete and begins with ak_, because the service does not recognize this key. If you remove the argument, the command uses the key that ${command('auth whoami')} shows.`,
};

/** Returns the hints for errors about the key argument, or about the key in use if there is no key argument. */
export function keyHints(named?: string): Hints {
  return named === undefined ? keyInUseHints : namedKeyHints;
}

export function keyShowHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4011: (command) =>
      `Use the key on a machine that the key's restrictions allow, or change these restrictions. The key works only from certain URLs or IP addresses. ${command('keys details')} shows the allowed URLs. The dashboard shows the allowed IP addresses.`,
  };
}

export function keyUpdateHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4001: (command) =>
      `Correct the values in the error details. Nothing was changed. ${command('keys details')} shows the current values.`,
  };
}

/**
 * Returns the hints for the commands that show a key's usage or lookup log. --licensee limits these commands to the
 * lookups of one licensee.
 */
export function logHints(key: string | undefined): Hints {
  return {
    ...keyHints(key),
    4045: (command) =>
      `Set --licensee to the ID or key of a licensee. ${command('licensees list')} shows the key's licensees.`,
  };
}

const limitReached: Hint = (command) =>
  `Wait until the limit resets, or use another key with --api-key. ${command('keys details')} shows the limits. To raise a limit, use ${command('keys update', [], { 'daily-limit': placeholder('n') })} or --monthly-limit <n>. ${command('help', ['4021'])} explains how to raise the limit per IP address.`;

const licenseeLimitReached: Hint = (command) =>
  `Wait until the limit resets. To raise the licensee's daily limit, use ${command('licensees update', [placeholder('licensee')], { 'daily-limit': placeholder('n') })} with the API key that the licensee belongs to. The limits of that API key also apply.`;

function lookupHints({ dataset }: LookupOperation, { apiKey }: LookupKey): Hints {
  return {
    4011: (command) =>
      `Use another key with --api-key, or change this key's restrictions. The key's restrictions allow only certain URLs or IP addresses, and do not allow this machine. ${command('keys details')} shows the allowed URLs.`,
    4013: (command) =>
      `Use a licensee key (sl_…) as the API key, because the key in use requires a licensee for each lookup. ${command('licensees get', [placeholder('licensee')])} shows the licensee key, and --api-key - reads the licensee key from standard input.`,
    4014: (command) =>
      `Use the licensee key as the API key, because the licensee does not belong to the API key in use. --api-key - reads the licensee key from standard input. ${command('licensees list')} shows a key's licensees.`,
    4015: (command) =>
      `Enable the required dataset ${dataset} with ${command('keys update', [], { 'enable-dataset': dataset })}, or use another key with --api-key.`,
    4021: apiKey.startsWith('sl_') ? licenseeLimitReached : limitReached,
    4150: 'Check the proxies and --base-url. waypost sends JSON in UTF-8, so a proxy probably changed the request. --debug shows the requests.',
    40010:
      'Check the proxy (HTTP_PROXY, HTTPS_PROXY), or use another key with --api-key. waypost does not send a source IP address, so a proxy probably added the invalid address.',
  };
}

const placeExpired: Hint = (command) =>
  `Search for the place again with ${command('places search', [placeholder('query')])}, because place IDs expire. Nothing was billed.`;

const addressExpired: Hint = (command) =>
  `Find the address again with ${command('addresses autocomplete', [placeholder('query')])}, because address IDs expire. Nothing was billed.`;

/**
 * Returns the hints for an unknown place ID. If the value does not look like an ID, the hint suggests a search, because
 * the value is probably the name of a place.
 */
export function placeResolveHints(id?: string): Hints {
  const text = id?.trim();
  if (text === undefined || /^[a-z]+_\d+$/i.test(text)) {
    return { 4040: placeExpired, 4048: placeExpired };
  }
  const isName: Hint = (command) =>
    `Find the ID with ${command('places search', [text])}, because the argument is probably a name and not an ID. An ID looks like geonames_2950159. Nothing was billed.`;
  return { 4040: isName, 4048: isName };
}

/**
 * The hints that only one lookup command needs, by command. `lookupHints` returns the hints that all lookup commands
 * share.
 */
export const ownLookupHints = {
  'addresses autocomplete': {
    40016: (command) =>
      `Pass the beginning of an address, for example ${command('addresses autocomplete', ['1226 w main'])}. Set --datasets to comma-separated dataset names, for example usps.`,
  },
  'addresses resolve': { 4040: addressExpired, 4048: addressExpired },
  'addresses verify': {
    4016: (command) =>
      `Remove --context, or use a context that the key is licensed for. ${command('keys show')} lists these contexts.`,
    40018: (command) =>
      `Pass the address as one argument, for example ${command('addresses verify', ['1226 w main st, springfield il'])}.`,
  },
  'addresses cleanse': {
    40018: (command) =>
      `Pass the address, for example ${command('addresses cleanse', ['1226 main st'], { 'post-town': 'springfield' })}.`,
  },
  'emails validate': {
    40011: (command) =>
      `Pass one email address, for example ${command('emails validate', ['ada@example.com'])}.`,
  },
  'phones validate': {
    40011: (command) =>
      `Pass one number with its country code, for example ${command('phones validate', ['+44 20 7946 0018'])}.`,
  },
} as const satisfies Readonly<Record<string, Hints>>;

export function configHints(name: CommandWord): Hints {
  return {
    ...keyInUseHints,
    4001: 'Correct the values in the error details. Nothing was changed. A name has 1 to 32 characters: letters, digits, dots, _ or -. A payload has at most 65,536 characters.',
    4047: (command) =>
      `Check the name with ${command('configs list')}, or create the config with ${command('configs create', [name], { 'payload-file': placeholder('file') })}.`,
    4090: (command) =>
      `Choose another name, or replace the payload of the existing config with ${command('configs update', [name], { 'payload-file': placeholder('file') })}.`,
  };
}

export function configChangeHints(name: CommandWord): Hints {
  return {
    ...configHints(name),
    inDoubt: (command) => `Check the config with ${command('configs get', [name])}.`,
  };
}

export function configDeleteHints(name: CommandWord): Hints {
  return {
    ...configChangeHints(name),
    4047: (command) =>
      `Check the name with ${command('configs list')}. The config might already be deleted.`,
  };
}

/** The API key that a command uses, and the service that receives the command's requests. */
interface KeyAtService {
  service: { baseUrl: URL };
  credential: Credential;
}

export function licenseeHints(key: KeyAtService, options: GivenOptions): Hints {
  return {
    ...keyInUseHints,
    4001: 'Correct the values in the error details. Nothing was changed. --help describes the options.',
    4013: (command) => enablingSublicensing(key, options, command),
    4014: (command) =>
      `Set --api-key to the API key that the licensee belongs to. ${command('licensees list')} shows the licensees of the key in use.`,
    4045: (command) =>
      `Check the ID or key with ${command('licensees list', [], { all: true })}, or find the licensee by name with ${command('licensees list', [], { query: placeholder('name') })}. Canceled licensees are not listed.`,
    4090: (command) =>
      `Choose another name, or find the existing licensee with ${command('licensees list', [], { query: placeholder('name') })} and change it with ${command('licensees update', [placeholder('id')])}.`,
  };
}

/**
 * Returns a hint that explains how to enable sublicensing: on the dashboard, and also with a command if the service
 * might be a sandbox.
 */
function enablingSublicensing(
  { service: { baseUrl }, credential }: KeyAtService,
  options: GivenOptions,
  command: CommandWriter,
): string {
  if (!isLoopback(baseUrl)) {
    return 'Enable sublicensing for the key on the dashboard, or use another key with --api-key.';
  }
  const set = (value: string) => sandboxSet(`sublicensing=${value}`, credential, options, command);
  return `If the service is a sandbox, enable sublicensing for the key with ${set('on')}, or on the key's page at ${baseUrl.origin}/dashboard. After that, each lookup and search must specify a licensee or use a licensee key (sl_…). Otherwise, the request fails with API code 4013. ${set('off')} disables sublicensing again.`;
}

/** The hints for commands that create, change or delete a licensee, if the service's response was lost. */
export const licenseeInDoubt = {
  create: (command) =>
    `To check whether the licensee exists, run ${command('licensees list', [], { query: placeholder('name') })}.`,
  update: (command) =>
    `Check the licensee with ${command('licensees get', [placeholder('licensee')])}.`,
  delete: (command) =>
    `To check whether the licensee still exists, run ${command('licensees get', [placeholder('licensee')])}.`,
  'regenerate-key': (command) =>
    `Show the current key with ${command('licensees get', [placeholder('id')])}. Use the ID of the licensee, not the old key.`,
} as const satisfies Readonly<Record<string, Hint>>;

/** Returns the hints for `waypost api`. `changes` is true if the request might change data. */
export function apiHints(base: string, isManagement: boolean, changes: boolean): Hints {
  return {
    404: `Check the method and the path. The service does not have an operation with this method and path. waypost appends the path to the base URL: places becomes ${base}/places.`,
    ...(isManagement
      ? {
          4013: (command) =>
            `Enable sublicensing for the key. For instructions, run ${command('licensees list')}, and read the hint of its error.`,
        }
      : {}),
    inDoubt: changes
      ? 'Check the data on the service before you send the request again.'
      : undefined,
  };
}

/** The service and the key in use. */
interface InUse {
  baseUrl: URL;
  apiKey: Credential | undefined;
}

/** Returns the hint for a key that has no lookups remaining. */
export function balanceHints(inUse: InUse, options: GivenOptions): Hints {
  return {
    4020: (command) =>
      `${topUpHint(inUse, options, command)}, or use another key with --api-key. ${command('keys details')} shows the balance.`,
  };
}

/** Returns a sentence, without its period, that explains how to add lookups to the key in use. */
export function topUpHint(
  { baseUrl, apiKey }: InUse,
  options: GivenOptions,
  command: CommandWriter,
): string {
  const { origin, host } = baseUrl;
  if (!isLoopback(baseUrl)) return `Top up the key on the dashboard of ${host}`;
  const set = sandboxSet('lookups=1000', apiKey, options, command);
  return `In a sandbox, top up the key with ${set} or on ${origin}/dashboard`;
}

/**
 * Returns the `sandbox set` command that changes a setting of the key in use. The command repeats --base-url, and
 * contains the placeholder `<key>` if the user must name the key.
 */
function sandboxSet(
  setting: string,
  key: Credential | undefined,
  { baseUrl }: GivenOptions,
  command: CommandWriter,
): string {
  // A licensee key has no settings in a sandbox, so the command must name the API key that the licensee belongs to.
  const isNamed = key?.source === 'flag' || key?.value.startsWith('sl_');
  const words = isNamed ? [placeholder('key'), setting] : [setting];
  return command('sandbox set', words, { 'base-url': baseUrl?.trim() });
}

/**
 * Returns the result of `work`. If `work` throws a WaypostError other than `session_refused`, adds the hint for the API
 * code to the error. If there is no such hint and the service might have made the change, adds the `inDoubt` hint.
 */
export async function withHints<T>(hints: Hints, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError) || error.code === 'session_refused') throw error;
    const hint = error.apiCode === undefined ? undefined : hints[error.apiCode];
    if (hint !== undefined) throw error.with({ hint });
    const { inDoubt } = hints;
    if (inDoubt === undefined || !mayHaveHappened(error)) throw error;
    throw error.with({
      hint: (command) => `${hintText(inDoubt, command)} The service might have made the change.`,
    });
  }
}

/**
 * Runs `work` as `withHints` does, and adds the hints for lookups to the errors. If the service might have billed the
 * lookup, also adds a hint that explains how to check the usage.
 */
export async function withLookupHints<T>(
  operation: LookupOperation,
  key: LookupKey,
  own: Hints,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withHints({ ...lookupHints(operation, key), ...own }, work);
  } catch (error) {
    if (!operation.endpoint.billed || !(error instanceof WaypostError) || !mayHaveHappened(error)) {
      throw error;
    }
    throw error.with({
      hint: (command) => `${hintOf(error, command) ?? ''} ${mayBeCharged(command)}`.trim(),
    });
  }
}

const mayBeCharged = (command: CommandWriter) =>
  `To check whether the service billed the lookup, run ${command('keys usage', [], { last: '1d' })}.`;
