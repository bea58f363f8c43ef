// Starts a sandbox: opens the data, creates the `Sandbox` object and listens for requests.
import { rmSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { sharedTestKeyPerDay } from '../../api/limits';
import { WaypostError } from '../../lib/errors';
import { requireOpenFiles } from '../../lib/system-error';
import { namePortHolder } from '../control/control-client';
import { type Fault, latencyForm, readLatency } from '../faults/fault';
import { Faults } from '../faults/faults';
import { RequestAborted } from '../http/body';
import { type LazyPlaces, releasePlaces, sharePlaces } from '../places/places';
import { redactWhenDue } from '../rules/log';
import { createRates, createSearchWindows } from '../rules/rate-limits';
import { applySeed } from '../seed/apply';
import { readSeed } from '../seed/read';
import { sharedTestKey } from '../store/keys';
import { diskFailure, openDirectoryStore, openMemoryStore, type Store } from '../store/store';
import { createApp, versionPrefix } from './app';
import { createClock, hourMs } from './clock';
import { Journal } from './journal';
import { listen, loopbackHost } from './listen';
import { type Registry, register } from './registry';
import type { Sandbox } from './sandbox';

export interface SandboxOptions {
  /** The host name or address to listen on. Default: the IPv4 and IPv6 loopback addresses. */
  host?: string | undefined;
  /** The port to listen on. 0 means any free port. Default: 0. */
  port?: number | undefined;
  /** The data directory; null keeps all data in memory. */
  data: string | null;
  /** Whether to save copies of a damaged store's files, and then continue with the store's readable data. */
  recover?: boolean;
  /**
   * The content with which the sandbox fills an empty store, also after a reset. Must be parsed JSON that
   * matches the schema in data/seed.schema.json.
   */
  seed?: unknown;
  /**
   * The directory for snapshots. Default: `snapshots` in the data directory. If there is no data directory, the default
   * is a temporary directory.
   */
  snapshots?: string;
  /** The registry that lists the sandbox. Default: none. */
  registry?: Registry;
  /** A function that the sandbox calls with a one-line warning, for example about data that might be lost. */
  warn?: ((line: string) => void) | undefined;
  /** Whether POST /sign_up and the sign-up page require every field except the second and third address lines. */
  strictSignUp?: boolean | undefined;
  /** The fault for every request that does not match a fault rule. */
  fault?: Fault | undefined;
  /** Makes faults with a rate repeatable: with the same seed, the same requests get the same faults. */
  faultSeed?: number | undefined;
  /** The distribution of response times for the `slow` fault, such as `p50=50,p99=800`. Default: `slowFor`. */
  latency?: string | undefined;
  /** False removes the rate limit and the request quota. */
  rateLimit?: boolean | undefined;
  /**
   * Whether the sandbox loads the places as soon as it listens. If false, the sandbox loads the places on first use.
   */
  warmPlaces?: boolean;
  /** For tests: returns the real time, in milliseconds since the epoch. */
  clock?: () => number;
  /** For tests: returns a random number from 0 to 1, which decides whether a fault with a rate applies. */
  random?: () => number;
  /** The duration of a response with the `slow` fault, in milliseconds. Default: 3000. */
  slowFor?: number;
  /** A function that the sandbox calls with each internal error. */
  report?: ((error: unknown) => void) | undefined;
  /**
   * A function that the sandbox calls when a client closes the connection before the sandbox has received the complete
   * request body. The argument is the number of aborted requests so far.
   */
  reportAborted?: (count: number) => void;
}

export type RunningSandbox = ReturnType<typeof runningSandbox>;

/** Adds the shared test key if the store does not contain this key. */
function addSharedKey(store: Store, now: number): void {
  if (store.keys.find(sharedTestKey)) return;
  store.transaction(() => {
    store.keys.create(
      null,
      now,
      { name: 'Shared test key', plan: 'unlimited', daily_limit: { limit: sharedTestKeyPerDay } },
      sharedTestKey,
    );
  });
}

/** Returns the URL at which programs on this machine reach a sandbox that listens on `host`. */
function originAt(host: string, port: number): string {
  if (host === '0.0.0.0' || host === 'localhost') return `http://${loopbackHost}:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

export function baseUrlAt(host: string | undefined, port: number): string {
  return originAt(host ?? loopbackHost, port) + versionPrefix;
}

function assembleSandbox(
  store: Store,
  places: LazyPlaces,
  options: SandboxOptions,
  identity: Sandbox['identity'],
): Sandbox {
  const clock = createClock(options.clock ?? Date.now, store.settings.clockOffset(), (offset) =>
    store.settings.saveClockOffset(offset),
  );
  let abortedRequests = 0;
  const sandbox: Sandbox = {
    store,
    clock,
    faults: new Faults(options.fault, options.random ?? Math.random, {
      seed: options.faultSeed,
      latency: options.latency,
    }),
    slowFor: options.slowFor ?? 3000,
    rates: options.rateLimit === false ? undefined : createRates(),
    windows: options.rateLimit === false ? undefined : createSearchWindows(),
    places,
    journal: new Journal(clock.now),
    snapshotDirectory: directoryOfSnapshots(options),
    recentSignUps: [],
    secret: store.settings.secret(),
    strictSignUp: options.strictSignUp ?? false,
    host: options.host ?? loopbackHost,
    origin: '',
    identity,
    report(error) {
      if (!(error instanceof RequestAborted)) {
        options.report?.(error);
        return;
      }
      abortedRequests += 1;
      options.reportAborted?.(abortedRequests);
    },
    stop: () => {},
    reset() {
      store.clear();
      clock.release();
      sandbox.faults.clear();
      sandbox.journal.clear();
      sandbox.rates?.clear();
      sandbox.windows?.clear();
      sandbox.recentSignUps = [];
      sandbox.secret = store.settings.secret();
      addSharedKey(store, clock.now());
      if (options.seed !== undefined) applySeed(sandbox, options.seed);
    },
  };
  addSharedKey(store, clock.now());
  if (options.seed !== undefined) {
    if (store.accounts.list().length === 0) applySeed(sandbox, options.seed);
    else
      options.warn?.(
        'The data directory already has accounts, so the sandbox did not apply the seed.',
      );
  }
  return sandbox;
}

/** Returns the snapshot directory, or undefined if the first snapshot must create a temporary directory. */
function directoryOfSnapshots({ snapshots, data }: SandboxOptions): string | undefined {
  if (snapshots !== undefined) return resolve(snapshots);
  return data === null ? undefined : join(resolve(data), 'snapshots');
}

/**
 * Starts a sandbox. The promise resolves when the sandbox is listening. If the start fails, closes everything that the
 * sandbox opened.
 * @throws WaypostError `invalid_input` if the seed or the latency is invalid, the port or the data directory is in use,
 * or the store is damaged; `write_failed` if the data directory is not writable or the limit on open files is too low.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const data = options.data === null ? null : resolve(options.data);
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close; close = opened.pop()) await close();
  };
  try {
    requireOpenFiles();
    if (options.seed !== undefined) readSeed(options.seed);
    if (options.latency !== undefined && !readLatency(options.latency)) {
      throw new WaypostError('invalid_input', `latency ${latencyForm}.`);
    }
    const registration = register(data, options.registry);
    opened.push(registration.remove);
    const store = data === null ? await openMemoryStore() : await openDirectoryStore(data, options);
    opened.push(store.close);
    const places = sharePlaces();
    opened.push(releasePlaces);
    const sandbox = assembleSandbox(store, places, options, {
      instance: registration.instance,
      data,
    });
    const isTemporary = sandbox.snapshotDirectory === undefined;
    const port = options.port ?? 0;
    let closing = false;
    opened.push(() => {
      closing = true;
      sandbox.journal.flush();
      const { snapshotDirectory } = sandbox;
      if (isTemporary && snapshotDirectory !== undefined) {
        rmSync(snapshotDirectory, { recursive: true, force: true });
      }
    });
    const server = await listen(
      createApp(sandbox),
      sandbox.journal,
      sandbox.host,
      port,
      sandbox.report,
    ).catch(async (error: unknown) => {
      throw await namePortHolder(error, originAt(sandbox.host, port), port);
    });
    opened.push(server.close);
    sandbox.origin = originAt(sandbox.host, server.port);
    registration.announce(sandbox.origin);
    if (options.warmPlaces) {
      sandbox.places.load().catch((error) => closing || sandbox.report(error));
    }
    return runningSandbox(sandbox, server.port, closeAll);
  } catch (error) {
    await closeAll();
    throw data === null ? error : diskFailure(error, data);
  }
}

function runningSandbox(sandbox: Sandbox, port: number, end: () => Promise<void>) {
  let ended: () => void = () => {};
  const closed = new Promise<void>((done) => {
    ended = done;
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= end().then(ended);
    return closing;
  };
  sandbox.stop = () => void close();
  // A timer runs the redaction even if nobody reads the log. If closing interrupts a redaction, the redaction runs
  // again at the next start.
  const redact = () =>
    redactWhenDue(sandbox).catch((error: unknown) => closing ?? sandbox.report(error));
  const redaction = setInterval(redact, hourMs);
  redaction.unref();
  void closed.then(() => clearInterval(redaction));
  void redact();
  return {
    /** The base URL of the API, such as `http://127.0.0.1:8787/v1`. */
    url: sandbox.origin + versionPrefix,
    origin: sandbox.origin,
    host: sandbox.host,
    port,
    data: sandbox.identity.data,
    /** Waits for requests in progress, then closes the sandbox. You can call this function repeatedly. */
    close,
    closed,
    sandbox,
  };
}
