// The types of `waypost/sandbox`: the options of `createSandbox`, and the sandbox that it returns.
import type { RequestRecord } from './journal';

/** Options of `createSandbox`. All are optional. */
export interface CreateSandboxOptions {
  /** Port to listen on. Default, and with 0: any free port. */
  port?: number | undefined;
  /** Host name or address to listen on. Default: the loopback addresses of IPv4 and IPv6. */
  host?: string | undefined;
  /** Directory that keeps the data between runs. Default: the data is in memory only. */
  data?: string | undefined;
  /**
   * Initial content, which `reset` restores: a document that `data/seed.schema.json` of this package describes.
   * It is not applied to a `data` directory that already has accounts.
   */
  seed?: object | undefined;
  /** Time at which the clock starts, also after `reset`. Default: the seed's time, otherwise the real time. */
  now?: Date | string | undefined;
  /** False removes the rate limit (requests per second) and the request quota (searches per five minutes). */
  rateLimit?: boolean | undefined;
  /** Fault for every request that matches no rule, with an optional rate, such as `503` or `reset:0.2`. */
  fault?: string | undefined;
  /**
   * Makes faults with a rate repeatable: the same number and the same requests give the same faults. Default: the
   * faults are random.
   */
  faultSeed?: number | undefined;
  /** Duration of responses with the fault `slow`, in milliseconds, such as `p50=50,p99=800`. Default: 3000. */
  latency?: string | undefined;
  /** Whether POST /sign_up requires every field except the second and third address line. */
  strictSignUp?: boolean | undefined;
  /** Called with one line for each file that cannot be read completely. */
  onWarning?: ((line: string) => void) | undefined;
  /** Called with each internal error of the sandbox. The request gets a 500. */
  onError?: ((error: unknown) => void) | undefined;
}

/** A key of a new account, and the credentials of the account. */
export interface SandboxKey {
  /** The API key. It has 50 lookups. */
  key: string;
  /** The management key. */
  userToken: string;
  userId: string;
}

/** Changes of a key's settings. Settings that are absent do not change. */
export interface SandboxKeySettings {
  name?: string;
  /** Number of remaining lookups. */
  lookups_remaining?: number;
  plan?: 'metered' | 'unlimited';
  /** Whether the key is suspended. A suspended key cannot search places and is not available. */
  suspended?: boolean;
  /** Datasets to switch, by name; or a list of the datasets to enable, which disables all others. */
  datasets?: Readonly<Record<string, boolean>> | readonly string[];
  /** Maximum number of lookups in a day (UTC). Null means no limit. */
  daily_limit?: { limit: number | null };
  /** Maximum number of lookups in a calendar month. Null means no limit. */
  monthly_limit?: { limit: number | null };
  /** Maximum number of lookups in a day from one IP address. Null means no limit. */
  individual_limit?: { limit: number | null };
  notifications?: {
    emails?: readonly string[];
    enabled?: boolean;
    /** Number of remaining lookups at which to notify. */
    balance_threshold?: number | null;
    no_balance?: boolean;
    limit_reached?: boolean;
  };
  /** IP addresses and networks from which requests are accepted. An empty list accepts all. */
  ip_allow_list?: readonly string[];
  /** Pages from which requests are accepted. An empty list accepts all. */
  allowed_urls?: readonly string[];
  /** Whether every lookup must name a licensee. */
  sublicensing?: boolean;
  /** Whether the sandbox trusts the `Svc-Source-IP` header of a request. */
  ip_forwarding?: boolean;
  /** Days until the personal columns of log entries are emptied. With 0, they are never stored. */
  redact_days?: number;
  premier_support?: boolean;
  /** Whether the key is high-risk. Its requests get code 4291 until the key is two days old. */
  high_risk?: boolean;
}

/** The keys of a sandbox. */
export interface SandboxKeys {
  /**
   * Changes settings of a key, such as `{ lookups_remaining: 1000 }`. Resolves to all details of the key.
   * @throws WaypostError `invalid_input` if the key is unknown or a setting is invalid.
   */
  update(key: string, settings: SandboxKeySettings): Promise<Readonly<Record<string, unknown>>>;
}

/** A rule that makes requests fail. */
export interface SandboxFault {
  /** Path of the requests, such as `/v1/keys/*`. Each `*` matches any text. */
  path: string;
  /** Method of the requests. Default: every method. */
  method?: string;
  /**
   * The fault. With `503`, `429`, `4290`, `5001`, `5002`, `html` and `stall`, the sandbox does not process the
   * request. With `slow`, `truncate`, `reset` and `drop`, it processes the request, and only the response suffers. A
   * rate, as in `reset:0.2`, applies the fault to that share of the requests.
   */
  fault: string;
  /** Number of requests to which the rule still applies. Default: no end. */
  times?: number;
  /** `faultSeed` of `createSandbox`, for this rule only. */
  seed?: number;
  /** `latency` of `createSandbox`, for this rule only. */
  latency?: string;
}

/** The faults of a sandbox. Each method resolves to the active rules, oldest first. */
export interface SandboxFaults {
  /**
   * Adds a rule, such as `{ path: '/v1/places*', fault: '503', times: 1 }`.
   * @throws WaypostError `invalid_input` if the rule is invalid.
   */
  add(rule: SandboxFault): Promise<SandboxFault[]>;
  list(): Promise<SandboxFault[]>;
  clear(): Promise<SandboxFault[]>;
}

/** The clock of a sandbox. Limits, retention and sign-ups follow it. After it is set, it keeps running. */
export interface SandboxClock {
  now(): Date;
  /**
   * Sets the time. A string is ISO 8601.
   * @throws WaypostError `invalid_input` for any other text, and for a time before 1970 or after 9999.
   */
  set(time: Date | string): Promise<Date>;
  /**
   * Moves the time by a duration such as `90s`, `8d` or `-2h`. Units: ms, s, m, h, d, w.
   * @throws WaypostError `invalid_input` for any other text.
   */
  advance(span: string): Promise<Date>;
}

/** A request that reached the API of a sandbox. */
export type SandboxRequest = RequestRecord;

/** A filter of requests. A request must match all fields that are set. */
export interface SandboxRequestFilter {
  method?: string;
  /** Path, with or without its query. Each `*` matches any text. */
  path?: string;
  /** HTTP status. */
  status?: number;
  /** API code. */
  code?: number;
  /** A complete key, or its first six characters followed by `…`. */
  key?: string;
  /** Time by the sandbox's clock: lists requests received then or later. Or an `id`: lists requests after that one. */
  since?: Date | string | number;
}

/** A running sandbox. */
export interface LocalSandbox {
  /** Base URL of the API, such as `http://127.0.0.1:40123/v1`. Pass it to `createClient` as `baseUrl`. */
  readonly url: string;
  /** The same URL without the version prefix: for the dashboard, the sign-up pages and the control API. */
  readonly origin: string;
  readonly port: number;
  /** Creates an account with its first key. */
  key(): Promise<SandboxKey>;
  readonly keys: SandboxKeys;
  readonly faults: SandboxFaults;
  readonly clock: SandboxClock;
  /**
   * Saves accounts, keys, balances, licensees, configs, the lookup log, sign-ups and the clock as a snapshot. Resolves
   * to its name. Without `data`, snapshots are deleted when the sandbox closes. With `data`, they are kept in that
   * directory.
   * @param name 1 to 64 letters, digits, dots, underscores or hyphens. Default: an unused name.
   * @throws WaypostError `invalid_input` if the name is in use or invalid; `write_failed` if the snapshot cannot be
   * written.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Restores a snapshot. Faults do not change.
   * @throws WaypostError `invalid_input` if the snapshot does not exist or cannot be used.
   */
  restore(name: string): Promise<void>;
  /**
   * Resolves to the newest 1,000 requests to the API, oldest first. They include requests that were refused, exceeded
   * a limit or got a fault. Keys are masked.
   * @throws WaypostError `invalid_input` if the filter is invalid.
   */
  requests(filter?: SandboxRequestFilter): Promise<SandboxRequest[]>;
  /** Deletes the recorded requests. */
  clearRequests(): Promise<void>;
  /** Deletes accounts, keys, the lookup log, faults and recorded requests, and restores the clock and the seed. */
  reset(): Promise<void>;
  /** Waits at most two seconds for requests in progress, then closes the sandbox. It can be called repeatedly. */
  close(): Promise<void>;
  /** Resolves when the sandbox is closed. */
  readonly closed: Promise<void>;
}
