// Control calls about the lookup log: sample rows, and the weekly redaction at once.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as z from 'zod/mini';
import { defaultRangeDays } from '../../api/limits';
import { list, text } from '../../api/schema';
import { findLicensee } from '../rules/licensees';
import { redact } from '../rules/log';
import { readMoment } from '../rules/ranges';
import type { Sandbox } from '../sandbox';
import { sharesOf } from '../seed/traffic';
import { ControlError, type ControlHandler, wrongMember } from './control';
import { keyOf } from './keys';

/** Rows of one transaction; other requests are answered between two. */
const pageSize = 2000;

/** Milliseconds since the epoch, or ISO 8601. */
const moment = (edge: 'first' | 'last') =>
  z.pipe(
    z.unknown(),
    z.transform((given, context): number => {
      const time = typeof given === 'number' ? given : readMoment(String(given), edge);
      if (time !== undefined && Number.isSafeInteger(time) && time >= 0) return time;
      const message = 'must be a time in milliseconds or ISO 8601';
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );

const lookups = z.strictObject({
  count: z.int().check(z.gte(1), z.lte(10_000_000)),
  start: z.exactOptional(moment('first')),
  end: z.exactOptional(moment('last')),
  tags: z.exactOptional(
    list(
      text('A tag.', {
        filled: true,
        max: 256,
        test: (tag) => !tag.includes(','),
        form: 'must not hold a comma',
      }),
      'Tags.',
      10,
    ),
  ),
  licensee: z.exactOptional(z.string()),
});

/**
 * POST /_sandbox/keys/{key}/lookups: this many rows of a shop's traffic in the range (default: the last 21
 * days). They are in the log and in the usage; balance and limits do not count them.
 */
export function addLookups(sandbox: Sandbox): ControlHandler {
  return async (call, receive) => {
    const { store, clock } = sandbox;
    const given = await receive(lookups);
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
    let sequence = store.settings.takeSequence(count);
    for (const part of sharesOf(count, start, end, pageSize)) {
      store.log.addSamples({
        ...part,
        ...{ keyId: key.id, sequence, tags, licenseeId: licensee?.id ?? null },
        personal: key.settings.redact_days > 0,
      });
      sequence += part.count;
      await yieldToEventLoop();
    }
    return { count, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  };
}

/** POST /_sandbox/redact: runs the weekly redaction now. */
export function redactLookups(sandbox: Sandbox): ControlHandler {
  return async () => ({ redacted: await redact(sandbox, sandbox.clock.now()) });
}
