// Control API requests for the sandbox itself: health, clock, faults, recorded requests, reset and stop.
import * as z from 'zod/mini';
import { version } from '../../lib/identity';
import { faultRule } from '../faults/faults';
import type { Call } from '../http/call';
import { redactWhenDue } from '../rules/log';
import { readMoment } from '../rules/ranges';
import { readSpan } from '../server/clock';
import type { Journal, RequestFilter, RequestRecord } from '../server/journal';
import type { Sandbox } from '../server/sandbox';
import { ControlError, parseControl, type Receive, wrongField } from './control';
import { instanceProof } from './control-client';

const clockSetting = z.exactPartial(z.strictObject({ now: z.string(), advance: z.string() }));

/** Returns the requested time, or undefined if the request resets the clock to the real time. */
function requestedTime(
  { clock }: Sandbox,
  { now, advance }: z.infer<typeof clockSetting>,
): number | undefined {
  if (now !== undefined && advance !== undefined) {
    throw new ControlError(400, 'set either now or advance, not both');
  }
  const span = advance === undefined ? 0 : readSpan(advance);
  if (span === undefined) throw wrongField('advance', 'must be a duration such as 8d or 90s');
  if (now === undefined && advance === undefined) return undefined;
  const time = now === undefined ? clock.now() + span : Date.parse(now);
  if (Number.isNaN(time)) throw wrongField('now', 'must be an ISO 8601 date-time');
  if (time >= 0 && time <= Date.UTC(9999, 11, 31)) return time;
  const path = now === undefined ? 'advance' : 'now';
  throw wrongField(path, 'is out of range', 'the time is out of range');
}

export const machineCalls = (sandbox: Sandbox) => {
  const { clock, faults, identity, journal } = sandbox;
  const activeFaults = () => ({ faults: faults.list() });
  return {
    /**
     * Returns the sandbox's version, process ID, data directory, number of places, and current time. If the request has
     * a `challenge` parameter, the response also contains the sandbox's proof of its identity.
     */
    'GET /health': ({ query }: Call) => {
      const challenge = query.get('challenge');
      return {
        ok: true,
        version,
        places: sandbox.places.size,
        data: identity.data,
        pid: process.pid,
        now: new Date(clock.now()).toISOString(),
        ...(challenge === null ? {} : { proof: instanceProof(identity.instance, challenge) }),
      };
    },

    /**
     * Sets the clock to a time (`{ now }`), moves the clock by a duration (`{ advance }`), or resets the clock to the
     * real time (`{}`).
     */
    'POST /clock': async (_call: unknown, receive: Receive) => {
      const time = requestedTime(sandbox, await receive(clockSetting));
      if (time === undefined) clock.release();
      else clock.set(time);
      await redactWhenDue(sandbox);
      return { now: new Date(clock.now()).toISOString() };
    },

    'GET /faults': activeFaults,
    'POST /faults': async (_call: unknown, receive: Receive) => {
      faults.add(await receive(faultRule));
      return activeFaults();
    },
    'DELETE /faults': () => {
      faults.clear();
      return activeFaults();
    },

    'GET /requests': ({ query }: Call) => ({
      requests: listRequests(journal, Object.fromEntries(query)),
    }),
    'DELETE /requests': () => ({ cleared: journal.clear() }),

    'POST /reset': () => {
      sandbox.reset();
      return { ok: true };
    },

    /** Sends the response, and then stops the sandbox. */
    'POST /stop': () => {
      sandbox.stop();
      return { ok: true, pid: process.pid };
    },
  };
};

const optionalInteger = z.exactOptional(
  z.coerce.number().check(z.refine(Number.isSafeInteger, 'must be a whole number')),
);

const optionalText = z.exactOptional(z.string());

const requestFilter = z.strictObject({
  method: optionalText,
  path: optionalText,
  key: optionalText,
  since: optionalText,
  status: optionalInteger,
  code: optionalInteger,
});

/**
 * Returns the recorded requests that match a filter.
 * @param given the filter: the query of a control API request, or an object that a program passes to the library
 * @throws ControlError 400 with the invalid fields.
 */
export function listRequests(journal: Journal, given: object): RequestRecord[] {
  const { since, ...filter } = parseControl(requestFilter, given);
  return journal.list({ ...filter, ...(since === undefined ? {} : sinceOf(since)) });
}

function sinceOf(text: string): Pick<RequestFilter, 'from' | 'after'> {
  if (/^\d{1,15}$/.test(text)) return { after: Number(text) };
  const from = readMoment(text, 'first');
  if (from !== undefined) return { from };
  throw wrongField('since', 'must be an ISO 8601 date or date-time, or the ID of a request');
}
