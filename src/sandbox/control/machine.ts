// Control calls about the sandbox itself: health, clock, faults, requests, reset, stop.
import * as z from 'zod/mini';
import { version } from '../../lib/identity';
import { readSpan } from '../clock';
import { type FaultRule, faultRule } from '../faults/faults';
import type { Journal, RequestFilter, RequestRecord } from '../journal';
import { redactWhenDue } from '../rules/log';
import { readMoment } from '../rules/ranges';
import type { Sandbox } from '../sandbox';
import {
  ControlError,
  type ControlHandler,
  type MachineHandler,
  parseControl,
  wrongMember,
} from './control';

/** GET /_sandbox/health: reports that the sandbox is ready, and which process it is. */
export function health(sandbox: Sandbox): ControlHandler {
  return () => ({
    ok: true,
    version,
    places: sandbox.places.size,
    data: sandbox.identity.data,
    instance: sandbox.identity.instance,
    pid: process.pid,
    now: new Date(sandbox.clock.now()).toISOString(),
  });
}

const clockSetting = z.exactPartial(z.strictObject({ now: z.string(), advance: z.string() }));

/** POST /_sandbox/clock: `{ now }`, `{ advance }`, or `{}` for the real time. */
export function setClock(sandbox: Sandbox): MachineHandler<{ now: string }> {
  const { clock } = sandbox;
  return async (_call, receive) => {
    const { now, advance } = await receive(clockSetting);
    if (now !== undefined && advance !== undefined) {
      throw new ControlError(400, 'give either now or advance');
    }
    const latest = Date.UTC(9999, 11, 31);
    const move = (time: number, path: string): void => {
      if (!(time >= 0 && time <= latest)) {
        throw wrongMember(path, 'leads out of range', 'the time is out of range');
      }
      clock.set(time);
    };
    if (now !== undefined) {
      const time = Date.parse(now);
      if (Number.isNaN(time)) {
        const form = 'must be an ISO 8601 date-time';
        throw wrongMember('now', form, `now ${form}`);
      }
      move(time, 'now');
    } else if (advance !== undefined) {
      const span = readSpan(advance);
      if (span === undefined) {
        const form = 'must be a span such as 8d or 90s';
        throw wrongMember('advance', form, `advance ${form}`);
      }
      move(clock.now() + span, 'advance');
    } else clock.release();
    await redactWhenDue(sandbox);
    return { now: new Date(clock.now()).toISOString() };
  };
}

export function faultCalls({
  faults,
}: Sandbox): Record<'list' | 'add' | 'clear', MachineHandler<{ faults: FaultRule[] }>> {
  const list = () => ({ faults: faults.list() });
  return {
    list,
    add: async (_call, receive) => {
      faults.add(await receive(faultRule));
      return list();
    },
    clear: () => {
      faults.clear();
      return list();
    },
  };
}

/** POST /_sandbox/reset: restores the initial state. */
export function reset(sandbox: Sandbox): MachineHandler<{ ok: boolean }> {
  return () => {
    sandbox.reset();
    return { ok: true };
  };
}

/** POST /_sandbox/stop: ends the sandbox after the answer. */
export function stop(sandbox: Sandbox): ControlHandler {
  return () => {
    sandbox.stop();
    return { ok: true, pid: process.pid };
  };
}

const whole = z.exactOptional(
  z.coerce.number().check(z.refine(Number.isSafeInteger, 'must be a whole number')),
);
const word = z.exactOptional(z.string());

const given = z.strictObject({
  ...{ method: word, path: word, key: word, since: word },
  ...{ status: whole, code: whole },
});

/**
 * The requests that pass a filter: the parameters of the control call, or the object of a program.
 * @throws ControlError 400, with what is wrong by member.
 */
export function listRequests(journal: Journal, asked: object): RequestRecord[] {
  const { since, ...filter } = parseControl(given, asked);
  return journal.list({ ...filter, ...(since === undefined ? {} : sinceOf(since)) });
}

function sinceOf(text: string): Pick<RequestFilter, 'from' | 'after'> {
  if (/^\d{1,15}$/.test(text)) return { after: Number(text) };
  const from = readMoment(text, 'first');
  if (from !== undefined) return { from };
  const form = 'must be an ISO 8601 date or date-time, or the id of a request';
  throw wrongMember('since', form, `since ${form}`);
}

export function requestCalls({ journal }: Sandbox): Record<'list' | 'clear', ControlHandler> {
  return {
    list: ({ query }) => ({ requests: listRequests(journal, Object.fromEntries(query)) }),
    clear: () => ({ cleared: journal.clear() }),
  };
}
