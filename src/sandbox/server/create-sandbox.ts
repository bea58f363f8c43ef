// Contains `createSandbox`, which `waypost/sandbox` exports. The function starts a sandbox in the process of the
// calling program, usually a test.
import { invalidInput } from '../../lib/errors';
import { rejectUnknownOptions } from '../../lib/known-options';
import { runControlHandler } from '../control/control';
import { changeKey, keyCalls } from '../control/keys';
import { listRequests, machineCalls } from '../control/machine';
import { listSnapshots, restoreSnapshot, saveSnapshot } from '../control/snapshots';
import { faultKinds, readFault } from '../faults/fault';
import type {
  CreateSandboxOptions,
  LocalSandbox,
  SandboxClock,
  SandboxFaults,
  SandboxRequest,
  SandboxRequestFilter,
} from './local-sandbox';
import type { Sandbox } from './sandbox';
import { startSandbox } from './start';

/** The names of all options. This type makes the compiler report a missing option. */
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

/** Returns a time as text for the control API. An invalid `Date` becomes text that the control API rejects. */
function isoText(time: Date | string): string {
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time);
}

function faultOf(text: string) {
  const fault = readFault(text);
  if (fault) return fault;
  const known = Object.keys(faultKinds).join(', ');
  throw invalidInput(
    `fault must be the name of a fault with an optional rate from 0 to 1, not ${JSON.stringify(text)}.`,
    `Use one of ${known}. For example: reset:0.2.`,
  );
}

/** Returns an unused snapshot name. */
function unusedSnapshotName(sandbox: Sandbox): string {
  const taken = new Set(listSnapshots(sandbox).map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`snapshot-${number}`)) number += 1;
  return `snapshot-${number}`;
}

type ControlCalls = ReturnType<typeof keyCalls> & ReturnType<typeof machineCalls>;

function faultsOf(calls: ControlCalls): SandboxFaults {
  return {
    add: async (rule) => (await runControlHandler(calls['POST /faults'], rule)).faults,
    list: async () => (await runControlHandler(calls['GET /faults'])).faults,
    clear: async () => (await runControlHandler(calls['DELETE /faults'])).faults,
  };
}

function clockOf({ clock }: Sandbox, calls: ControlCalls): SandboxClock {
  const moveClock = async (change: object): Promise<Date> =>
    new Date((await runControlHandler(calls['POST /clock'], change)).now);
  return {
    now: () => new Date(clock.now()),
    set: (time) => moveClock({ now: isoText(time) }),
    advance: (span) => moveClock({ advance: span }),
  };
}

/** Lists the recorded requests that match a filter. Converts `since` to text, because the control API requires text. */
function requestsOf(
  { journal }: Sandbox,
  { since, ...filter }: SandboxRequestFilter,
): Promise<SandboxRequest[]> {
  if (since === undefined) return runControlHandler(() => listRequests(journal, filter));
  const text = since instanceof Date ? isoText(since) : String(since);
  return runControlHandler(() => listRequests(journal, { ...filter, since: text }));
}

/**
 * Starts a sandbox in this process. The promise resolves when the sandbox is listening. Sandboxes in the same process
 * share only the read-only place index.
 * @throws WaypostError `invalid_input` if an option is invalid, the port or the directory is in use, or the data in the
 * directory is damaged; `write_failed` if the directory is not writable. If the start fails, closes everything that the
 * sandbox opened.
 */
export async function createSandbox(options: CreateSandboxOptions = {}): Promise<LocalSandbox> {
  rejectUnknownOptions('createSandbox', options, Object.keys(optionNames));
  const { fault, now } = options;
  const running = await startSandbox({
    port: options.port,
    host: options.host,
    data: options.data ?? null,
    seed: options.seed,
    rateLimit: options.rateLimit,
    fault: fault === undefined ? undefined : faultOf(fault),
    faultSeed: options.faultSeed,
    latency: options.latency,
    strictSignUp: options.strictSignUp,
    warn: options.onWarning,
    report: options.onError,
  });
  const { sandbox } = running;
  const calls = { ...keyCalls(sandbox), ...machineCalls(sandbox) };
  const clock = clockOf(sandbox, calls);
  const setInitialTime = async (): Promise<void> => {
    if (now !== undefined) await clock.set(now);
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
    faults: faultsOf(calls),
    clock,
    snapshot: async (name = unusedSnapshotName(sandbox)) => saveSnapshot(sandbox, name).name,
    restore: (name) => restoreSnapshot(sandbox, name),
    requests: (filter = {}) => requestsOf(sandbox, filter),
    clearRequests: async () => void sandbox.journal.clear(),
    reset: async () => {
      await runControlHandler(calls['POST /reset']);
      await setInitialTime();
    },
    close: running.close,
    closed: running.closed,
  };
}
