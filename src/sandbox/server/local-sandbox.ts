// The types of `waypost/sandbox`: the options of `createSandbox`, and the sandbox that `createSandbox` returns.
import type { RequestRecord } from './journal';

/** The options of `createSandbox`. Every property is optional. */
export interface CreateSandboxOptions {
  /** The port to listen on. 0 means any free port. Default: 0. */
  port?: number | undefined;
  /** The host name or address to listen on. Default: the IPv4 and IPv6 loopback addresses. */
  host?: string | undefined;
  /**
   * The directory in which the sandbox stores its data between runs. Default: the sandbox keeps its data in memory
   * only.
   */
  data?: string | undefined;
  /**
   * The initial content: a document that matches the schema in `data/seed.schema.json` in this package. `reset` restores this
   * content. The sandbox does not apply the seed to a `data` directory that already has accounts.
   */
  seed?: object | undefined;
  /**
   * The initial time of the clock, which `reset` restores. Default: the time in the seed or in the `data` directory,
   * otherwise the real time.
   */
  now?: Date | string | undefined;
  /** False removes the rate limit (requests per second) and the request quota (searches per five minutes). */
  rateLimit?: boolean | undefined;
  /**
   * The fault, with an optional rate, for every request that does not match a fault rule. For example: `503` or
   * `reset:0.2`.
   */
  fault?: string | undefined;
  /**
   * A number that makes faults with a rate repeatable: with the same number, the same requests get the same faults.
   * Default: the faults are random.
   */
  faultSeed?: number | undefined;
  /**
   * The distribution of response times for the `slow` fault, in milliseconds, such as `p50=50,p99=800`. Default: 3000.
   */
  latency?: string | undefined;
  /** Whether POST /sign_up and the sign-up page require every field except the second and third address lines. */
  strictSignUp?: boolean | undefined;
  /**
   * A function that the sandbox calls with each one-line warning, for example if the sandbox does not apply the seed
   * because the `data` directory already has accounts.
   */
  onWarning?: ((line: string) => void) | undefined;
  /**
   * A function that the sandbox calls with each of its internal errors. If the error affects a request, the request
   * gets a 500 response.
   */
  onError?: ((error: unknown) => void) | undefined;
}

/** The first API key of a new account, and the account's management key and user ID. */
export interface SandboxKey {
  /** The API key, with a balance of 50 lookups. */
  key: string;
  /** The management key. */
  userToken: string;
  userId: string;
}

/** Changes to a key's settings. Omitted settings do not change. */
export interface SandboxKeySettings {
  name?: string;
  /** The number of remaining lookups. */
  lookups_remaining?: number;
  plan?: 'metered' | 'unlimited';
  /**
   * Whether the key is suspended. Place searches with a suspended key fail, and `available` is false in the key's
   * public availability.
   */
  suspended?: boolean;
  /**
   * Datasets to enable (`true`) or disable (`false`), by name. A list enables the listed datasets and disables all
   * others.
   */
  datasets?: Readonly<Record<string, boolean>> | readonly string[];
  /** The maximum number of lookups in a day (UTC). Null means no limit. */
  daily_limit?: { limit: number | null };
  /** The maximum number of lookups in a calendar month. Null means no limit. */
  monthly_limit?: { limit: number | null };
  /** The maximum number of lookups in a day from one IP address. Null means no limit. */
  individual_limit?: { limit: number | null };
  notifications?: {
    emails?: readonly string[];
    enabled?: boolean;
    /** The number of remaining lookups at which the service sends a notification. */
    balance_threshold?: number | null;
    no_balance?: boolean;
    limit_reached?: boolean;
  };
  /**
   * IP addresses and networks from which the sandbox accepts requests with this key. An empty list allows all
   * addresses.
   */
  ip_allow_list?: readonly string[];
  /** Web pages from which the sandbox accepts requests with this key. An empty list allows all pages. */
  allowed_urls?: readonly string[];
  /** Whether every lookup must name a licensee. */
  sublicensing?: boolean;
  /** Whether the sandbox trusts the `Svc-Source-IP` header of a request. */
  ip_forwarding?: boolean;
  /**
   * The number of days after which the sandbox removes personal data from log entries. If the number is 0, the sandbox
   * does not store personal data in new log entries.
   */
  redact_days?: number;
  premier_support?: boolean;
  /**
   * Whether the key is high-risk. Lookups and searches with a high-risk key fail with API code 4291 until the key is
   * two days old.
   */
  high_risk?: boolean;
}

/** A sandbox's API keys. */
export interface SandboxKeys {
  /**
   * Changes a key's settings. For example: `{ lookups_remaining: 1000 }`. Resolves to all of the key's details.
   * @throws WaypostError `invalid_input` if the key is unknown or a setting is invalid.
   */
  update(key: string, settings: SandboxKeySettings): Promise<Readonly<Record<string, unknown>>>;
}

/** A rule that injects a fault into matching requests. */
export interface SandboxFault {
  /** The path of the requests, such as `/v1/keys/*`. Each `*` matches any text. */
  path: string;
  /** The method of the requests. Default: every method. */
  method?: string;
  /**
   * The fault. If the fault is `503`, `429`, `4290`, `5001`, `5002`, `html` or `stall`, the sandbox does not process
   * the request. If the fault is `slow`, `truncate`, `reset` or `drop`, the sandbox processes the request, and the
   * fault affects only the response. If the fault has a rate, such as `reset:0.2`, the fault applies to this share of
   * the requests.
   */
  fault: string;
  /** The number of requests to which the rule still applies. Default: no limit. */
  times?: number;
  /** Like the `faultSeed` option of `createSandbox`, but for this rule only. */
  seed?: number;
  /** Like the `latency` option of `createSandbox`, but for this rule only. */
  latency?: string;
}

/** A sandbox's faults. Each method resolves to the active rules, oldest first. */
export interface SandboxFaults {
  /**
   * Adds a rule, such as `{ path: '/v1/places*', fault: '503', times: 1 }`.
   * @throws WaypostError `invalid_input` if the rule is invalid.
   */
  add(rule: SandboxFault): Promise<SandboxFault[]>;
  list(): Promise<SandboxFault[]>;
  clear(): Promise<SandboxFault[]>;
}

/**
 * A sandbox's clock. Limits, log retention and sign-up expiration use this clock. The clock keeps running after you set
 * it.
 */
export interface SandboxClock {
  now(): Date;
  /**
   * Sets the time. A string must contain an ISO 8601 date or date-time. Resolves to the new time.
   * @throws WaypostError `invalid_input` if the string is not in ISO 8601, or the time is before 1970 or after 9999.
   */
  set(time: Date | string): Promise<Date>;
  /**
   * Moves the time by a duration such as `90s`, `8d` or `-2h`. Units: ms, s, m, h, d, w. Resolves to the new time.
   * @throws WaypostError `invalid_input` if the duration is invalid.
   */
  advance(span: string): Promise<Date>;
}

/** A request that a sandbox's API received. */
export type SandboxRequest = RequestRecord;

/** A filter for requests. A request must match all fields that are set. */
export interface SandboxRequestFilter {
  method?: string;
  /** The path, with or without its query. Each `*` matches any text. */
  path?: string;
  /** The HTTP status of the response. */
  status?: number;
  /** The API code of the response. */
  code?: number;
  /** A complete key, or its first six characters followed by `…`. */
  key?: string;
  /**
   * A time on the sandbox's clock, or the `id` of a request. If the value is a time, the list contains requests from
   * this time on. If the value is an `id`, the list starts after this request.
   */
  since?: Date | string | number;
}

/** A running sandbox. */
export interface LocalSandbox {
  /** The base URL of the API, such as `http://127.0.0.1:40123/v1`. Pass this URL to `createClient` as `baseUrl`. */
  readonly url: string;
  /** The URL without the version prefix. The dashboard, the sign-up pages and the control API are below this URL. */
  readonly origin: string;
  readonly port: number;
  /** Creates an account with its first API key. */
  key(): Promise<SandboxKey>;
  readonly keys: SandboxKeys;
  readonly faults: SandboxFaults;
  readonly clock: SandboxClock;
  /**
   * Saves accounts, keys, balances, licensees, configs, the lookup log, sign-ups and the clock as a snapshot. Resolves
   * to the snapshot's name. If the `data` option is set, the sandbox keeps snapshots in the data directory. If `data`
   * is not set, the sandbox deletes its snapshots when it closes.
   * @param name 1 to 64 characters: letters, digits, dots, underscores or hyphens. Default: an unused name.
   * @throws WaypostError `invalid_input` if the name is in use or invalid; `write_failed` if the sandbox cannot write
   * the snapshot.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Restores a snapshot. Fault rules do not change.
   * @throws WaypostError `invalid_input` if the snapshot does not exist or is damaged.
   */
  restore(name: string): Promise<void>;
  /**
   * Searches the newest 1,000 requests to the API. Resolves to the requests that match the filter, oldest first. The
   * list includes requests that were rejected, exceeded a limit or got a fault. The sandbox masks keys in the list.
   * @throws WaypostError `invalid_input` if the filter is invalid.
   */
  requests(filter?: SandboxRequestFilter): Promise<SandboxRequest[]>;
  /** Deletes the recorded requests. */
  clearRequests(): Promise<void>;
  /** Deletes all data except snapshots, and then restores the seed and the initial time. */
  reset(): Promise<void>;
  /** Waits at most 2 s for requests in progress, then closes the sandbox. You can call this method repeatedly. */
  close(): Promise<void>;
  /** Resolves when the sandbox is closed. */
  readonly closed: Promise<void>;
}
