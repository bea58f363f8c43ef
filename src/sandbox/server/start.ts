// Starts a sandbox, and returns it when it listens.
import { rmSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { sharedTestKeyPerDay } from '../../api/limits';
import { WaypostError } from '../../lib/errors';
import { requireOpenFiles } from '../../lib/system-error';
import { namePortHolder } from '../control/control-client';
import { type Fault, latencyForm, readLatency } from '../faults/fault';
import { createFaults } from '../faults/faults';
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
import { createJournal } from './journal';
import { listen, loopbackHost } from './listen';
import { type Registry, register } from './registry';
import type { Sandbox } from './sandbox';

export interface SandboxOptions {
  /** Default: loopback of both address families. */
  host?: string | undefined;
  /** Default, and 0: any free port. */
  port?: number | undefined;
  /** Data directory; null keeps everything in memory. */
  data: string | null;
  /** Continues with the readable part of a damaged store; copies are saved first. */
  recover?: boolean;
  /** The content of an empty store, also after a reset: JSON as in data/seed.schema.json. */
  seed?: unknown;
  /** Directory of its snapshots. Default: in the data directory; in memory, a temporary one. */
  snapshots?: string;
  /** The registry that lists it; default: none. */
  registry?: Registry;
  /** Called with data that may have been lost. */
  warn?: ((line: string) => void) | undefined;
  /** POST /sign_up and its page require every member but two. */
  strictSignUp?: boolean | undefined;
  /** The fault of every request without a matching rule. */
  fault?: Fault | undefined;
  /** Makes faults with a rate repeat: same seed, same requests, same faults. */
  faultSeed?: number | undefined;
  /** Duration of answers under the fault `slow`, such as `p50=50,p99=800`; else `slowFor`. */
  latency?: string | undefined;
  /** False: no limit of requests a second. */
  rateLimit?: boolean | undefined;
  /** Places are loaded when the sandbox listens, not on first use. */
  warmPlaces?: boolean;
  /** The real time, in milliseconds since the epoch; for tests. */
  clock?: () => number;
  /** Random numbers from 0 to 1 that decide whether a fault with a rate applies; for tests. */
  random?: () => number;
  /** Duration of an answer under the fault `slow`, in milliseconds; default 3000. */
  slowFor?: number;
  report?: ((error: unknown) => void) | undefined;
  /** Called for each request that a client aborted in its body, with their number so far. */
  reportAborted?: (count: number) => void;
}

export type RunningSandbox = ReturnType<typeof runningSandbox>;

/** Adds the initial content to an empty store. */
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

/** The host name by which this machine reaches a host. */
function reachedAt(host: string, port: number): string {
  if (host === '0.0.0.0' || host === 'localhost') return `http://${loopbackHost}:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

export function baseUrlAt(host: string | undefined, port: number): string {
  return reachedAt(host ?? loopbackHost, port) + versionPrefix;
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
    faults: createFaults(options.fault, options.random ?? Math.random, {
      seed: options.faultSeed,
      latency: options.latency,
    }),
    slowFor: options.slowFor ?? 3000,
    rates: options.rateLimit === false ? undefined : createRates(),
    windows: options.rateLimit === false ? undefined : createSearchWindows(),
    places,
    journal: createJournal(clock.now),
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
    else options.warn?.('The data directory holds accounts already: the seed was not applied.');
  }
  return sandbox;
}

/** The directory of snapshots; undefined for a temporary one. */
function directoryOfSnapshots({ snapshots, data }: SandboxOptions): string | undefined {
  if (snapshots !== undefined) return resolve(snapshots);
  return data === null ? undefined : join(resolve(data), 'snapshots');
}

/**
 * Starts a sandbox.
 * @throws WaypostError `invalid_input` when the seed or the latency is invalid, the port or the data directory is in use, the store is damaged,
 * `write_failed` when the data directory cannot be written or too few files can be opened. Nothing is left behind then.
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
      throw await namePortHolder(error, reachedAt(sandbox.host, port), port);
    });
    opened.push(server.close);
    sandbox.origin = reachedAt(sandbox.host, server.port);
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
  // Personal data is removed on time even if nobody reads the log.
  // What is under way when the sandbox ends is made up for at the next start.
  const redact = () =>
    redactWhenDue(sandbox).catch((error: unknown) => closing ?? sandbox.report(error));
  const redaction = setInterval(redact, hourMs);
  redaction.unref();
  void closed.then(() => clearInterval(redaction));
  void redact();
  return {
    /** Base URL of the service, such as `http://127.0.0.1:8787/v1`. */
    url: sandbox.origin + versionPrefix,
    origin: sandbox.origin,
    host: sandbox.host,
    port,
    data: sandbox.identity.data,
    /** Finishes running requests, then ends; repeated calls are allowed. */
    close,
    closed,
    sandbox,
  };
}
