// The sandbox for programs, mostly tests: `createSandbox` of `waypost/sandbox`.

import { invalidInput } from '../../lib/errors';
import { rejectUnknownOptions } from '../../lib/known-options';
import { runControlHandler } from '../control/control';
import { changeKey, keyCalls } from '../control/keys';
import { listRequests, machineCalls } from '../control/machine';
import { listSnapshots, restoreSnapshot, saveSnapshot } from '../control/snapshots';
import { faultKinds, readFault } from '../faults/fault';
import type { RequestRecord } from './journal';
import type { Sandbox } from './sandbox';
import { startSandbox } from './start';

/** Options of a sandbox; all optional. */
export interface CreateSandboxOptions {
  /** Default, and 0: any free port. */
  port?: number | undefined;
  /** Name or address to listen on; default: loopback of both address families. */
  host?: string | undefined;
  /** Directory for its data between runs; default: memory. */
  data?: string | undefined;
  /**
   * Its first content, restored by `reset`: a document described by `data/seed.schema.json` of this package.
   * A `data` directory with accounts is not changed.
   */
  seed?: object | undefined;
  /** Time at which the sandbox starts, also after `reset`; default: the seed's, or the real time. */
  now?: Date | string | undefined;
  /** False: no limits of requests a second and of searches in five minutes. */
  rateLimit?: boolean | undefined;
  /** Fault of every request without a matching rule, with an optional rate, such as `503` or `reset:0.2`. */
  fault?: string | undefined;
  /** Makes faults with a rate repeat: same number, same requests, same faults; default: they vary. */
  faultSeed?: number | undefined;
  /** How long answers under the fault `slow` take, such as `p50=50,p99=800` in milliseconds; default 3000. */
  latency?: string | undefined;
  /** POST /sign_up requires every member but two. */
  strictSignUp?: boolean | undefined;
  /** Called with one line for each file that could not be read completely. */
  onWarning?: ((line: string) => void) | undefined;
  /** Called with failures of the sandbox itself; the request is answered with 500. */
  onError?: ((error: unknown) => void) | undefined;
}

/** The names of all options; the compiler requires each. */
const optionNames: Readonly<Record<keyof CreateSandboxOptions, true>> = {
  port: true,
  host: true,
  data: true,
  seed: true,
  now: true,
  rateLimit: true,
  fault: true,
  faultSeed: true,
  latency: true,
  strictSignUp: true,
  onWarning: true,
  onError: true,
};

/** A key of a new account, with the credentials of the account. */
export interface SandboxKey {
  /** The API key; it has 50 lookups. */
  key: string;
  /** The management key. */
  userToken: string;
  userId: string;
}

/** Settings of a key, as the owner of the account or the service changes them. Members that are absent stay. */
export interface SandboxKeySettings {
  name?: string;
  /** Lookups left. */
  lookups_remaining?: number;
  plan?: 'metered' | 'unlimited';
  /** A suspended key searches no places, and is not available. */
  suspended?: boolean;
  /** Datasets to switch by name, or the names of those to enable while all others are disabled. */
  datasets?: Readonly<Record<string, boolean>> | readonly string[];
  /** Most lookups a day (UTC); null for no limit. */
  daily_limit?: { limit: number | null };
  /** Most lookups a calendar month; null for no limit. */
  monthly_limit?: { limit: number | null };
  /** Most lookups a day from one IP address; null for no limit. */
  individual_limit?: { limit: number | null };
  notifications?: {
    emails?: readonly string[];
    enabled?: boolean;
    /** Lookups left at which to notify. */
    balance_threshold?: number | null;
    no_balance?: boolean;
    limit_reached?: boolean;
  };
  /** Addresses and networks that the key answers; empty for all. */
  ip_allow_list?: readonly string[];
  /** Pages that the key answers; empty for all. */
  allowed_urls?: readonly string[];
  /** Whether every lookup must name a licensee. */
  sublicensing?: boolean;
  /** Whether `Svc-Source-IP` of a request is believed. */
  ip_forwarding?: boolean;
  /** Days until personal columns of the log are emptied; 0 never stores them. */
  redact_days?: number;
  premier_support?: boolean;
  /** A key of high risk is answered 4291 while it is under two days old. */
  high_risk?: boolean;
}

/** The keys of a sandbox. */
export interface SandboxKeys {
  /**
   * Changes settings of a key, such as `{ lookups_remaining: 1000 }`, and resolves to everything about it.
   * @throws WaypostError `invalid_input` for an unknown key or an invalid setting.
   */
  update(key: string, settings: SandboxKeySettings): Promise<Readonly<Record<string, unknown>>>;
}

/** Makes some requests fail. */
export interface SandboxFault {
  /** Path with `*` for any text, such as `/v1/keys/*`. */
  path: string;
  /** Method it is for; every method when it is absent. */
  method?: string;
  /**
   * The fault: `503`, `429`, `4290`, `5001`, `5002`, `html` and `stall` do not carry the request out, `slow`,
   * `truncate`, `reset` and `drop` only lose its answer. With a rate, as in `reset:0.2`, it applies to a part
   * of the requests.
   */
  fault: string;
  /** How often it still applies; without end if it is absent. */
  times?: number;
  /** As `faultSeed` of `createSandbox`, for this rule. */
  seed?: number;
  /** As `latency` of `createSandbox`, for this rule. */
  latency?: string;
}

/** The faults of a sandbox. Each method resolves to the active rules, oldest first. */
export interface SandboxFaults {
  /**
   * Makes requests fail: `{ path: '/v1/places*', fault: '503', times: 1 }`.
   * @throws WaypostError `invalid_input` for an invalid rule.
   */
  add(rule: SandboxFault): Promise<SandboxFault[]>;
  list(): Promise<SandboxFault[]>;
  clear(): Promise<SandboxFault[]>;
}

/** The time of a sandbox, which limits, retention and sign-ups follow. It continues from a time that is set. */
export interface SandboxClock {
  now(): Date;
  /**
   * Moves to a time; a string is ISO 8601.
   * @throws WaypostError `invalid_input` for anything else, and for a time before 1970 or after 9999.
   */
  set(time: Date | string): Promise<Date>;
  /**
   * Moves by a span such as `90s`, `8d` or `-2h` (ms, s, m, h, d, w).
   * @throws WaypostError `invalid_input` for anything else.
   */
  advance(span: string): Promise<Date>;
}

/** A request that reached the service of a sandbox. */
export type SandboxRequest = RequestRecord;

/** Which requests to list; all of it must hold. */
export interface SandboxRequestFilter {
  method?: string;
  /** Path, with or without its query; `*` is any text. */
  path?: string;
  status?: number;
  /** Code of the envelope. */
  code?: number;
  /** A whole key, or its first six characters and `…`. */
  key?: string;
  /** Requests that came at this time or later, by the clock of the sandbox; or after the one of this `id`. */
  since?: Date | string | number;
}

/** A running sandbox. */
export interface LocalSandbox {
  /** Base URL of the service, such as `http://127.0.0.1:40123/v1`: `baseUrl` of `createClient`. */
  readonly url: string;
  /** The same without the version prefix: dashboard, sign-up pages and control interface. */
  readonly origin: string;
  readonly port: number;
  /** Creates an account with its first key. */
  key(): Promise<SandboxKey>;
  readonly keys: SandboxKeys;
  readonly faults: SandboxFaults;
  readonly clock: SandboxClock;
  /**
   * Saves accounts, keys, balances, licensees, configs, the log, sign-ups and the clock under a name, and
   * resolves to it. Snapshots in memory end with the sandbox; with `data` they are in its directory.
   * @param name 1 to 64 letters, digits, dots, underscores or hyphens; default: a free name
   * @throws WaypostError `invalid_input` for a name that is taken or invalid, `write_failed`.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Restores a snapshot; faults do not change.
   * @throws WaypostError `invalid_input` when there is no such snapshot or it cannot be used.
   */
  restore(name: string): Promise<void>;
  /**
   * The newest 1,000 requests to the service, oldest first: also those that were refused, limited or hit by a
   * fault. Keys are masked.
   * @throws WaypostError `invalid_input` for an invalid filter.
   */
  requests(filter?: SandboxRequestFilter): Promise<SandboxRequest[]>;
  /** Forgets the requests so far. */
  clearRequests(): Promise<void>;
  /** Removes accounts, keys, the log, faults and recorded requests, and restores clock and seed. */
  reset(): Promise<void>;
  /** Finishes running requests, for at most two seconds, then ends; repeated calls are allowed. */
  close(): Promise<void>;
  /** Resolves when the sandbox has ended. */
  readonly closed: Promise<void>;
}

/** The text of a time, as the control interface takes it. */
function isoText(time: Date | string): string {
  // An invalid Date has no text: the handler reports the error.
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time);
}

function faultOf(text: string) {
  const fault = readFault(text);
  if (fault) return fault;
  const known = Object.keys(faultKinds).join(', ');
  throw invalidInput(
    `fault must be one of ${known}, with an optional rate such as reset:0.2; it is ${text}.`,
  );
}

/** A name without a snapshot. */
function freeName(sandbox: Sandbox): string {
  const taken = new Set(listSnapshots(sandbox).map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`snapshot-${number}`)) number += 1;
  return `snapshot-${number}`;
}

/**
 * Starts the service on this machine, in this process, and resolves when it listens. Sandboxes share nothing
 * but the places, which they only read.
 * @throws WaypostError `invalid_input` when an option is invalid, the port or the directory is in use, or
 * what the directory holds is damaged; `write_failed` when it cannot be written. Nothing is left behind then.
 */
export async function createSandbox(options: CreateSandboxOptions = {}): Promise<LocalSandbox> {
  rejectUnknownOptions('createSandbox', options, Object.keys(optionNames));
  const { port, host, data, now, rateLimit, fault, faultSeed, latency, strictSignUp } = options;
  const running = await startSandbox({
    data: data ?? null,
    fault: fault === undefined ? undefined : faultOf(fault),
    seed: options.seed,
    port,
    host,
    rateLimit,
    strictSignUp,
    faultSeed,
    latency,
    warn: options.onWarning,
    report: options.onError,
  });
  const { sandbox } = running;
  const calls = { ...keyCalls(sandbox), ...machineCalls(sandbox) };
  const moveClock = async (setting: object): Promise<Date> =>
    new Date((await runControlHandler(calls['POST /clock'], setting)).now);
  const setInitialTime = async (): Promise<void> => {
    if (now !== undefined) await moveClock({ now: isoText(now) });
  };
  try {
    await setInitialTime();
  } catch (error) {
    await running.close();
    throw error;
  }
  return {
    url: running.url,
    origin: running.origin,
    port: running.port,
    key: async () => {
      const { key, user_token, user_id } = await runControlHandler(calls['POST /keys']);
      return { key, userToken: user_token, userId: user_id };
    },
    keys: {
      update: (key, settings) =>
        runControlHandler((_call, receive) => changeKey(sandbox, key, receive), settings),
    },
    faults: {
      add: async (rule) => (await runControlHandler(calls['POST /faults'], rule)).faults,
      list: async () => (await runControlHandler(calls['GET /faults'])).faults,
      clear: async () => (await runControlHandler(calls['DELETE /faults'])).faults,
    },
    clock: {
      now: () => new Date(sandbox.clock.now()),
      set: (time) => moveClock({ now: isoText(time) }),
      advance: (span) => moveClock({ advance: span }),
    },
    snapshot: async (name = freeName(sandbox)) => saveSnapshot(sandbox, name).name,
    restore: (name) => restoreSnapshot(sandbox, name),
    requests: ({ since, ...filter } = {}) => {
      const from = since instanceof Date ? isoText(since) : since;
      const asked = { ...filter, ...(from === undefined ? {} : { since: String(from) }) };
      return runControlHandler(() => listRequests(sandbox.journal, asked));
    },
    clearRequests: async () => void sandbox.journal.clear(),
    reset: async () => {
      await runControlHandler(calls['POST /reset']);
      await setInitialTime();
    },
    close: running.close,
    closed: running.closed,
  };
}
