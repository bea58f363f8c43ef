// Control calls about the lookup log: sample rows, and the weekly redaction at once.
import { setImmediate as breathe } from 'node:timers/promises';
import { defaultRangeDays } from '../../api/limits';
import { findLicensee } from '../rules/licensees';
import { readMoment } from '../rules/ranges';
import { redact } from '../rules/redaction';
import type { Sandbox } from '../sandbox';
import { integer, list, members, type Shape, text } from '../shapes/shape';
import { ControlError, type ControlHandler, wrongMember } from './control';
import { keyOf } from './keys';

/** Rows that are written as one transaction, before other requests get their turn. */
const pageSize = 2000;

/** Milliseconds since the epoch, or ISO 8601. */
const moment =
  (edge: 'first' | 'last'): Shape<number> =>
  (given, path, errors) => {
    const time = typeof given === 'number' ? given : readMoment(String(given), edge);
    if (time !== undefined && Number.isSafeInteger(time) && time >= 0) return time;
    errors.push({ path, message: 'must be a time in milliseconds or ISO 8601' });
    return undefined;
  };

const tag = text({ max: 256, filled: true, pattern: /^[^,]*$/, form: 'must not hold a comma' });
const lookupsShape = members(
  {
    count: integer(1, 10_000_000),
    start: moment('first'),
    end: moment('last'),
    tags: list(tag, 10),
    licensee: text(),
  },
  { strict: true, required: ['count'] },
);

/**
 * POST /_sandbox/keys/{key}/lookups: so many rows, spread evenly over the range (the last 21 days, where
 * it does not say). They are in the log and in the usage; balance and limits do not count them.
 */
export function addLookups(sandbox: Sandbox): ControlHandler {
  return async (call, receive) => {
    const { store, clock } = sandbox;
    const given = await receive(lookupsShape);
    const key = keyOf(sandbox, call);
    const { count, tags = [], end = clock.now() } = given;
    const { start = end - defaultRangeDays * 86_400_000 } = given;
    if (start > end) {
      throw wrongMember('start', 'must not be after end', 'start must not be after end');
    }
    const licensee =
      given.licensee === undefined ? undefined : findLicensee(sandbox, key, given.licensee);
    if (given.licensee !== undefined && !licensee) {
      throw new ControlError(404, 'no such licensee', [
        { path: 'licensee', message: 'is not known' },
      ]);
    }
    const sequence = store.settings.takeSequence(count);
    for (let from = 0; from < count; from += pageSize) {
      store.log.addSynthetic({
        keyId: key.id,
        start,
        end,
        count,
        from,
        to: Math.min(count, from + pageSize),
        sequence,
        tags,
        licenseeId: licensee?.id ?? null,
        personal: key.settings.redact_days > 0,
      });
      await breathe();
    }
    return { count, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  };
}

/** POST /_sandbox/redact: runs the weekly redaction now. */
export function redactLookups(sandbox: Sandbox): ControlHandler {
  return async () => ({ redacted: await redact(sandbox, sandbox.clock.now()) });
}
