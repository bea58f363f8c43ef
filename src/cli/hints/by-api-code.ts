// Hints by API code: for keys, lookups, licensees, configs and `waypost api`, and how they are added to errors. An API
// code without a hint here has the catalog's hint.
import type { Credential } from '../../client/credentials/resolve';
import type { LookupOperation } from '../../client/lookup';
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

/** The global options that a hint repeats. */
export interface GivenOptions {
  baseUrl?: string | undefined;
}

/** Hints by API code, and for a change whose response was lost. */
export interface Hints {
  [apiCode: number]: Hint;
  /** How to find out whether a change was made, if its response was lost. */
  inDoubt?: Hint | undefined;
}

const keyInUseHints: Hints = {
  4012: (command) =>
    `The management key and the API key belong to different accounts. Use two keys of one account; ${command('auth whoami')} shows where each comes from.`,
  4041: (command) =>
    `The service does not know the management key. ${command('auth whoami')} shows its source and the service.`,
  4042: (command) =>
    `The service does not know the API key. ${command('auth whoami')} shows the key in use and the service; use another key with --api-key.`,
};

const namedKeyHints: Hints = {
  ...keyInUseHints,
  4012: 'The key argument and the management key belong to different accounts. Set the management key of its account with --management-key, or remove the argument.',
  4042: (command) =>
    `The service does not know the key argument. Check that it is complete and begins with ak_. Without the argument, the command uses the key in use (${command('auth whoami')}).`,
};

/** Hints for the key in use, or for a key argument. */
export function keyHints(named?: string): Hints {
  return named === undefined ? keyInUseHints : namedKeyHints;
}

export function keyShowHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4011: (command) =>
      `The key exists, but it is restricted to certain URLs or IP addresses that do not include this machine. ${command('keys details')} shows its allowed URLs; the dashboard shows the IP addresses.`,
  };
}

export function keyUpdateHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4001: (command) =>
      `Nothing was changed. Correct the values listed above; ${command('keys details')} shows the current values.`,
  };
}

/** Hints for usage and the lookup log, which can be limited to one licensee. */
export function logHints(key: string | undefined): Hints {
  return {
    ...keyHints(key),
    4045: (command) =>
      `${command('licensees list')} shows the licensees of the key. Use the ID or key of one with --licensee.`,
  };
}

function lookupHints({ dataset }: Pick<LookupOperation, 'dataset'>): Hints {
  return {
    4011: (command) =>
      `The key is restricted to certain URLs or IP addresses that do not include this machine. Use another key with --api-key, or remove the restriction (${command('keys details')} shows the allowed URLs).`,
    4013: (command) =>
      `The key is for sublicensing. Use the key of a licensee instead: --api-key sl_… (${command('licensees list')} shows the licensees).`,
    4014: (command) =>
      `The licensee belongs to another key. Use only the licensee key with --api-key; ${command('licensees list')} shows the licensees of a key.`,
    4015: (command) =>
      `The key is not enabled for the dataset ${dataset}, which this command requires. Enable it with ${command('keys update', [], { 'enable-dataset': dataset })}, or use another key with --api-key.`,
    4021: (command) =>
      `A limit is reached: ${command('keys details')} shows which. Wait until it resets, raise it with ${command('keys update', [], { 'daily-limit': placeholder('n') })} or --monthly-limit, or use another key with --api-key.`,
    4150: 'The request was changed on its way: waypost sends JSON in UTF-8. Check the proxies and --base-url; --debug shows the requests.',
    40010:
      'waypost does not send a source IP address, so a proxy added an invalid one. Check the proxy (HTTP_PROXY, HTTPS_PROXY), or use another key with --api-key.',
  };
}

const placeExpired: Hint = (command) =>
  `Place IDs expire: ${command('places search', [placeholder('query')])} returns new ones. Nothing was billed.`;

const addressExpired: Hint = (command) =>
  `Address IDs expire: ${command('addresses autocomplete', [placeholder('query')])} returns new ones. Nothing was billed.`;

/** Hints for a place ID. A text of another form is probably the name of a place. */
export function placeResolveHints(id?: string): Hints {
  const text = id?.trim();
  if (text === undefined || /^[a-z]+_\d+$/i.test(text)) {
    return { 4040: placeExpired, 4048: placeExpired };
  }
  const isName: Hint = (command) =>
    `IDs look like geonames_2950159, so this is probably a name: ${command('places search', [text])} finds its ID. Nothing was billed.`;
  return { 4040: isName, 4048: isName };
}

/** Hints for one lookup command, in addition to the hints for every lookup. */
export const ownLookupHints = {
  'addresses autocomplete': {
    40016: (command) =>
      `Use the beginning of an address, for example ${command('addresses autocomplete', ['1226 w main'])}. Use --datasets with comma-separated names, for example usps.`,
  },
  'addresses resolve': { 4040: addressExpired, 4048: addressExpired },
  'addresses verify': {
    4016: (command) =>
      `Remove --context, or use one that the key is licensed for: ${command('keys show')} lists them.`,
    40018: (command) =>
      `Use one text for the address: ${command('addresses verify', ['1226 w main st, springfield il'])}.`,
  },
  'addresses cleanse': {
    40018: (command) =>
      `Add the address: ${command('addresses cleanse', ['1226 main st'], { 'post-town': 'springfield' })}.`,
  },
  'emails validate': {
    40011: (command) =>
      `Use one email address: ${command('emails validate', ['ada@example.com'])}.`,
  },
  'phones validate': {
    40011: (command) =>
      `Use one number with its country code: ${command('phones validate', ['+44 20 7946 0018'])}.`,
  },
} as const satisfies Readonly<Record<string, Hints>>;

export function configHints(name: CommandWord): Hints {
  return {
    ...keyInUseHints,
    4001: 'Nothing was changed. The details show what is invalid. A name has 1 to 32 letters, digits, dots, _ or -, and a payload at most 65,536 characters.',
    4047: (command) =>
      `The key has no such config. ${command('configs list')} shows the configs of the key; ${command('configs create', [name], { 'payload-file': placeholder('file') })} creates it.`,
    4090: (command) =>
      `The key already has a config with that name. Replace its payload with ${command('configs update', [name], { 'payload-file': placeholder('file') })}.`,
  };
}

export function configChangeHints(name: CommandWord): Hints {
  return {
    ...configHints(name),
    inDoubt: (command) => `${command('configs get', [name])} shows its current state.`,
  };
}

export function configDeleteHints(name: CommandWord): Hints {
  return {
    ...configChangeHints(name),
    4047: (command) =>
      `The key has no such config. It might already be deleted; ${command('configs list')} shows the configs of the key.`,
  };
}

/** The service and the credential of a command. */
interface AskedKey {
  service: { baseUrl: URL };
  credential: Credential;
}

export function licenseeHints(key: AskedKey, options: GivenOptions): Hints {
  return {
    ...keyInUseHints,
    4001: 'Nothing was changed. Correct the values listed in the details; --help describes them.',
    4013: (command) =>
      `The key is not enabled for sublicensing. ${enablingSublicensing(key, options, command)}`,
    4014: (command) =>
      `The licensee belongs to another key. Set that key with --api-key, or see ${command('licensees list')}.`,
    4045: (command) =>
      `The key has no licensee with that ID or key, or the licensee is cancelled. ${command('licensees list', [], { all: true })} shows all licensees; ${command('licensees list', [], { query: placeholder('name') })} finds one by name.`,
    4090: (command) =>
      `Another licensee has that name. Choose another name, or change the existing licensee: ${command('licensees list', [], { query: placeholder('name') })}, then ${command('licensees update', [placeholder('id')])}.`,
  };
}

/** How to enable sublicensing: on the dashboard, and for a sandbox also with a command. */
function enablingSublicensing(
  { service: { baseUrl }, credential }: AskedKey,
  options: GivenOptions,
  command: CommandWriter,
): string {
  if (!isLoopback(baseUrl)) {
    return 'Turn it on for the key on the dashboard, or use another key with --api-key.';
  }
  const set = (value: string) => sandboxSet(`sublicensing=${value}`, credential, options, command);
  return `If the service is a sandbox, turn it on with ${set('on')}, or on the key's page at ${baseUrl.origin}/dashboard. Then every lookup and search with the key fails with 4013, unless it has a licensee or uses a licensee key (sl_…). ${set('off')} turns it off again.`;
}

/** Hints for a change of a licensee whose response was lost. */
export const licenseeInDoubt = {
  create: (command) =>
    `Check whether it exists: ${command('licensees list', [], { query: placeholder('name') })}.`,
  update: (command) =>
    `${command('licensees get', [placeholder('licensee')])} shows the current state of the licensee.`,
  delete: (command) =>
    `${command('licensees get', [placeholder('licensee')])} shows whether the licensee still exists.`,
  'regenerate-key': (command) =>
    `${command('licensees get', [placeholder('id')])}, with the ID instead of the key, shows the current key.`,
} as const satisfies Readonly<Record<string, Hint>>;

/** Hints for `waypost api`. `base` is the path of the base URL. */
export function apiHints(base: string, isManagement: boolean, changes: boolean): Hints {
  return {
    404: `The service has no such method and path. A path follows ${base}: places is ${base}/places.`,
    ...(isManagement
      ? {
          4013: (command) =>
            `The key is not enabled for sublicensing. ${command('licensees list')} shows how to turn it on.`,
        }
      : {}),
    inDoubt: changes ? 'Check the current state before you send it again.' : undefined,
  };
}

/** The service and the key in use. */
interface InUse {
  baseUrl: URL;
  apiKey: Credential | undefined;
}

/** The hint if a key has no lookups left. */
export function balanceHints(inUse: InUse, options: GivenOptions): Hints {
  return {
    4020: (command) =>
      `The key has no lookups left: ${command('keys details')} shows its balance. ${topUpHint(inUse, options, command)}, or use another key with --api-key.`,
  };
}

/** How to add lookups to a key of the service in use: a sentence without its period. */
export function topUpHint(
  { baseUrl, apiKey }: InUse,
  options: GivenOptions,
  command: CommandWriter,
): string {
  const { origin, host } = baseUrl;
  if (!isLoopback(baseUrl)) return `Top it up on the dashboard of ${host}`;
  const set = sandboxSet('lookups=1000', apiKey, options, command);
  return `In a sandbox, top it up with ${set} or on ${origin}/dashboard`;
}

/** The `sandbox set` command for the key in use. It repeats the options that chose the key and the service. */
function sandboxSet(
  setting: string,
  key: Credential | undefined,
  { baseUrl }: GivenOptions,
  command: CommandWriter,
): string {
  // A licensee key has no settings of its own: its API key has them.
  const isNamed = key?.source === 'flag' || key?.value.startsWith('sl_');
  const words = isNamed ? [placeholder('key'), setting] : [setting];
  return command('sandbox set', words, { 'base-url': baseUrl?.trim() });
}

/** Runs the work. Adds the hint for the API code to a WaypostError. */
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
      hint: (command) => `The change might have been made anyway. ${hintText(inDoubt, command)}`,
    });
  }
}

/** As `withHints`, with the hints for every lookup, and a note if the lookup might have been billed. */
export async function withLookupHints<T>(
  operation: LookupOperation,
  own: Hints,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withHints({ ...lookupHints(operation), ...own }, work);
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
  `The lookup might have been billed anyway: ${command('keys usage', [], { last: '1d' })} counts it.`;
