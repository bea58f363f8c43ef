// Hints by the code of the service: for keys, lookups, licensees, configs and `waypost api`, and how they are added to
// errors. Without one, the catalog's own hint is used.
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

/** Hints by the service's code, and for a change whose answer was lost. */
export interface Hints {
  [apiCode: number]: Hint;
  /** How to find out whether a change was made, if its answer was lost. */
  inDoubt?: Hint | undefined;
}

const keyInUseHints: Hints = {
  4012: (command) =>
    `The management key belongs to another account than the API key. Give the pair of one account; ${command('auth whoami')} shows where each comes from.`,
  4041: (command) =>
    `The service does not know the management key. ${command('auth whoami')} shows where it comes from, and which service that is.`,
  4042: (command) =>
    `The service does not know the API key. ${command('auth whoami')} shows which one is in use, and which service that is; name another with --api-key.`,
};

const namedKeyHints: Hints = {
  ...keyInUseHints,
  4012: 'The key that was named belongs to another account than the management key. Give the management key of its account with --management-key, or omit the key.',
  4042: (command) =>
    `The service does not know the key that was named. Check that it is whole and begins ak_; without one, the command takes the key in use (${command('auth whoami')}).`,
};

/** For the key in use, or one that was named on the command line. */
export function keyHints(named?: string): Hints {
  return named === undefined ? keyInUseHints : namedKeyHints;
}

export function keyShowHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4011: (command) =>
      `The key exists, but it answers only certain URLs or IP addresses, and this machine is not one of them. ${command('keys details')} shows its allowed URLs; the dashboard has the IP addresses.`,
  };
}

export function keyUpdateHints(named: string | undefined): Hints {
  return {
    ...keyHints(named),
    4001: (command) =>
      `Nothing was changed. Correct the values named above; ${command('keys details')} shows the current ones.`,
  };
}

/** For usage and log, which may be asked for one licensee. */
export function logHints(key: string | undefined): Hints {
  return {
    ...keyHints(key),
    4045: (command) =>
      `${command('licensees list')} shows the licensees of the key; give --licensee the id or key of one.`,
  };
}

function lookupHints({ dataset }: Pick<LookupOperation, 'dataset'>): Hints {
  return {
    4011: (command) =>
      `The key answers only from certain pages or IP addresses, and this machine is not one of them. Name another key with --api-key, or remove the restriction of this one (${command('keys details')} shows its allowed URLs).`,
    4013: (command) =>
      `The key is for sublicensing: give the key of a licensee in its place, --api-key sl_… (${command('licensees list')} shows the licensees).`,
    4014: (command) =>
      `The licensee belongs to another key. Give the licensee key alone as --api-key; ${command('licensees list')} shows those of a key.`,
    4015: (command) =>
      `The key is not enabled for the dataset ${dataset}, which this takes. Enable it with ${command('keys update', [], { 'enable-dataset': dataset })}, or name another key with --api-key.`,
    4021: (command) =>
      `A limit is reached: ${command('keys details')} shows which. Wait until it resets, raise it with ${command('keys update', [], { 'daily-limit': placeholder('n') })} or --monthly-limit, or name another key with --api-key.`,
    4150: 'The request arrived changed: waypost sends JSON in UTF-8. Check proxies, and that --base-url names the service; --debug shows the requests.',
    40010:
      'waypost sends no source IP address, so a proxy added a wrong one. Check the proxy (HTTP_PROXY, HTTPS_PROXY), or name another key with --api-key.',
  };
}

const placeExpired: Hint = (command) =>
  `Ids expire: ${command('places search', [placeholder('query')])} gives new ones. Nothing was charged.`;

const addressExpired: Hint = (command) =>
  `Ids expire: ${command('addresses autocomplete', [placeholder('query')])} gives new ones. Nothing was charged.`;

/** For a place that is resolved by this ID; a text of another form is probably the name of a place. */
export function placeResolveHints(id?: string): Hints {
  const text = id?.trim();
  if (text === undefined || /^[a-z]+_\d+$/i.test(text)) {
    return { 4040: placeExpired, 4048: placeExpired };
  }
  const isName: Hint = (command) =>
    `IDs look like geonames_2950159, so this is probably a name: ${command('places search', [text])} finds its ID. Nothing was charged.`;
  return { 4040: isName, 4048: isName };
}

/** For one lookup command, in addition to those for every lookup. */
export const ownLookupHints = {
  'addresses autocomplete': {
    40016: (command) =>
      `Give the beginning of an address as text, such as ${command('addresses autocomplete', ['1226 w main'])}; --datasets takes comma-separated names such as usps.`,
  },
  'addresses resolve': { 4040: addressExpired, 4048: addressExpired },
  'addresses verify': {
    4016: (command) =>
      `Omit --context, or give one that the key is licensed for: ${command('keys show')} lists them.`,
    40018: (command) =>
      `Give the address in one text: ${command('addresses verify', ['1226 w main st, springfield il'])}.`,
  },
  'addresses cleanse': {
    40018: (command) =>
      `Give the address: ${command('addresses cleanse', ['1226 main st'], { 'post-town': 'springfield' })}.`,
  },
  'emails validate': {
    40011: (command) =>
      `Give one e-mail address: ${command('emails validate', ['ada@example.com'])}.`,
  },
  'phones validate': {
    40011: (command) =>
      `Give one number with its country code: ${command('phones validate', ['+44 20 7946 0018'])}.`,
  },
} as const satisfies Readonly<Record<string, Hints>>;

export function configHints(name: CommandWord): Hints {
  return {
    ...keyInUseHints,
    4001: 'Nothing was changed. The details say what is wrong; a name has 1 to 32 letters, digits, dots, _ or -, a payload at most 65536 characters.',
    4047: (command) =>
      `The key has no such config. ${command('configs list')} shows those it has; ${command('configs create', [name], { 'payload-file': placeholder('file') })} makes it.`,
    4090: (command) =>
      `The key has a config of that name. Replace its payload with ${command('configs update', [name], { 'payload-file': placeholder('file') })}.`,
  };
}

export function configChangeHints(name: CommandWord): Hints {
  return {
    ...configHints(name),
    inDoubt: (command) => `${command('configs get', [name])} shows what is there now.`,
  };
}

export function configDeleteHints(name: CommandWord): Hints {
  return {
    ...configChangeHints(name),
    4047: (command) =>
      `The key has no such config; it may be deleted already. ${command('configs list')} shows those it has.`,
  };
}

/** The key of a command, with the options that were given. */
interface AskedKey {
  service: { baseUrl: URL };
  credential: Credential;
}

export function licenseeHints(key: AskedKey, options: GivenOptions): Hints {
  return {
    ...keyInUseHints,
    4001: 'Nothing was changed. Correct the values that the details name; --help says what is expected.',
    4013: (command) =>
      `The key is not enabled for sublicensing. ${enablingSublicensing(key, options, command)}`,
    4014: (command) =>
      `The licensee belongs to another key. Name that key with --api-key, or see ${command('licensees list')}.`,
    4045: (command) =>
      `This key has no licensee of that id or key, or it is cancelled. ${command('licensees list', [], { all: true })} shows those it has, ${command('licensees list', [], { query: placeholder('name') })} finds one by name.`,
    4090: (command) =>
      `Another licensee has that name. Choose another, or change the existing one: ${command('licensees list', [], { query: placeholder('name') })}, then ${command('licensees update', [placeholder('id')])}.`,
  };
}

/** On the dashboard; for a sandbox, both ways. */
function enablingSublicensing(
  { service: { baseUrl }, credential }: AskedKey,
  options: GivenOptions,
  command: CommandWriter,
): string {
  if (!isLoopback(baseUrl)) {
    return 'Switch that on for the key on the dashboard, or name another key with --api-key.';
  }
  const set = (value: string) => sandboxSet(`sublicensing=${value}`, credential, options, command);
  return `If the service is a sandbox, switch that on with ${set('on')}, or at the key's page of ${baseUrl.origin}/dashboard. From then on, every lookup and search of the key fails with 4013 unless it names a licensee or uses a licensee key (sl_…). ${set('off')} switches it off again.`;
}

/** For a change of a licensee whose answer was lost. */
export const licenseeInDoubt = {
  create: (command) =>
    `See whether it is there: ${command('licensees list', [], { query: placeholder('name') })}.`,
  update: (command) =>
    `${command('licensees get', [placeholder('licensee')])} shows the licensee as it is.`,
  delete: (command) =>
    `${command('licensees get', [placeholder('licensee')])} shows whether it is still there.`,
  'regenerate-key': (command) =>
    `${command('licensees get', [placeholder('id')])}, with the id and not the key, shows the key as it is now.`,
} as const satisfies Readonly<Record<string, Hint>>;

/** For `waypost api`: what is sent, and to which base URL. */
export function apiHints(base: string, isManagement: boolean, changes: boolean): Hints {
  return {
    404: `The service does not know this method and path. Paths continue ${base}: places is ${base}/places.`,
    ...(isManagement
      ? {
          4013: (command) =>
            `The key is not enabled for sublicensing. ${command('licensees list')} says how to switch that on.`,
        }
      : {}),
    inDoubt: changes ? 'Check before you send it again.' : undefined,
  };
}

/** The service and the key in use. */
interface InUse {
  baseUrl: URL;
  apiKey: Credential | undefined;
}

/** For a used-up balance, for the service in use and the options that were given. */
export function balanceHints(inUse: InUse, options: GivenOptions): Hints {
  return {
    4020: (command) =>
      `The key has no lookups left: ${command('keys details')} shows what it had. ${topUpHint(inUse, options, command)}, or name another key with --api-key.`,
  };
}

/** How a key of the service in use gets more lookups; a sentence without its period. */
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

/** The command that changes the key in use, which repeats the options that chose key and service. */
function sandboxSet(
  setting: string,
  key: Credential | undefined,
  { baseUrl }: GivenOptions,
  command: CommandWriter,
): string {
  // A key of a licensee has no settings: those of the key it belongs to count.
  const isNamed = key?.source === 'flag' || key?.value.startsWith('sl_');
  const words = isNamed ? [placeholder('key'), setting] : [setting];
  return command('sandbox set', words, { 'base-url': baseUrl?.trim() });
}

/** Runs the work; adds the hint for its code to a WaypostError. */
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
      hint: (command) => `The change may have been made anyway. ${hintText(inDoubt, command)}`,
    });
  }
}

/** As `withHints`, for a lookup: with the hints for every lookup, and for one that may have been billed. */
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
  `The lookup may have been charged anyway: ${command('keys usage', [], { last: '1d' })} counts it.`;
