// Control calls about accounts, keys and their log: the changes of the service's dashboard, and sample lookups.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import * as z from 'zod/mini';
import { defaultRangeDays } from '../../api/limits';
import { list, text } from '../../api/schema';
import type { Call } from '../http/call';
import { isAvailable, lookupsRemaining } from '../rules/billing';
import { findLicensee } from '../rules/caller';
import { changeSettings, keyPatch } from '../rules/key-settings';
import { dashboardDetailsOf } from '../rules/key-views';
import { redact } from '../rules/log';
import { readMoment } from '../rules/ranges';
import { newKeyOf } from '../rules/sign-up';
import { sharesOf } from '../seed/traffic';
import { dayMs } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import { ControlError, type Receive, wrongField } from './control';

/**
 * The key in the path of a control call.
 * @throws ControlError 404.
 */
export const keyOf = (sandbox: Sandbox, call: Call): ApiKey => findKey(sandbox, call.param('key'));

function findKey({ store }: Sandbox, named: string): ApiKey {
  const key = store.keys.find(named);
  if (!key) throw new ControlError(404, 'no such key');
  return key;
}

export const accountsOf = (sandbox: Sandbox, call: Call) => ({
  accounts: sandbox.store.accounts.list().map((account) => ({
    user_id: account.userId,
    email: account.profile.email ?? '',
    name: account.profile.name ?? '',
    keys: sandbox.store.keys.ofAccount(account.id).map((key) => ({
      key: key.key,
      name: key.settings.name,
      lookups_remaining: lookupsRemaining(sandbox, key),
      available: isAvailable(sandbox, key, call.address),
    })),
  })),
});

/**
 * Changes the settings of a key; returns everything about it.
 * @throws ControlError 404 for an unknown key, 400 for an invalid setting.
 */
export async function changeKey(sandbox: Sandbox, named: string, receive: Receive) {
  const { lookups_remaining, ...changes } = await receive(keyPatch);
  const { store, clock } = sandbox;
  return store.transaction(() => {
    const key = findKey(sandbox, named);
    const changed = store.keys.saveSettings(key, changeSettings(key.settings, changes));
    if (lookups_remaining !== undefined) {
      store.balances.setRemaining(key.id, lookups_remaining, clock.now());
    }
    if (changes.suspended === false) sandbox.windows?.unresolved.forget(key.id);
    return dashboardDetailsOf(sandbox, changed);
  });
}

const newKey = z.object({ account: z.exactOptional(z.string()) });

/** Rows of one transaction; other requests are answered between two. */
const rowsPerTransaction = 2000;

/** Milliseconds since the epoch, or ISO 8601. */
const momentSchema = (edge: 'first' | 'last') =>
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

const tag = text('A tag.', {
  filled: true,
  max: 256,
  test: (value) => !value.includes(','),
  form: 'must not hold a comma',
});

const sampleLookups = z.strictObject({
  count: z.int().check(z.gte(1), z.lte(10_000_000)),
  start: z.exactOptional(momentSchema('first')),
  end: z.exactOptional(momentSchema('last')),
  tags: z.exactOptional(list(tag, 'Tags.', 10)),
  licensee: z.exactOptional(z.string()),
});

export const keyCalls = (sandbox: Sandbox) => ({
  'GET /accounts': (call: Call) => accountsOf(sandbox, call),

  /** A further key for an account, or a new account with its first key. */
  'POST /keys': async (_call: unknown, receive: Receive) => {
    const { account: userId } = await receive(newKey);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const account =
        userId === undefined
          ? store.accounts.create({}, clock.now())
          : store.accounts.findByUserId(userId);
      if (!account) throw new ControlError(404, 'no such account');
      const { key } = newKeyOf(sandbox, account);
      return { key, user_token: account.userToken, user_id: account.userId };
    });
  },

  'PATCH /keys/:key': (call: Call, receive: Receive) =>
    changeKey(sandbox, call.param('key'), receive),

  'DELETE /keys/:key': (call: Call) => {
    sandbox.store.keys.delete(keyOf(sandbox, call));
    return { deleted: 1 };
  },

  /**
   * So many rows of a shop's traffic in the range (default: the last 21 days). They are in the log and in the usage;
   * balance and limits do not count them.
   */
  'POST /keys/:key/lookups': async (call: Call, receive: Receive) => {
    const { store, clock } = sandbox;
    const { count, tags = [], licensee: named, ...given } = await receive(sampleLookups);
    const key = keyOf(sandbox, call);
    const { end = clock.now() } = given;
    const { start = end - defaultRangeDays * dayMs } = given;
    if (start > end) {
      throw wrongField('start', 'must not be after end');
    }
    const licensee = named === undefined ? undefined : findLicensee(sandbox, key, named);
    if (named !== undefined && !licensee) {
      throw new ControlError(404, 'no such licensee', [
        { path: 'licensee', message: 'is not known' },
      ]);
    }
    let sequence = store.settings.takeSequence(count);
    for (const part of sharesOf(count, start, end, rowsPerTransaction)) {
      store.samples.add({
        ...part,
        keyId: key.id,
        sequence,
        tags,
        licenseeId: licensee?.id ?? null,
        personal: key.settings.redact_days > 0,
      });
      sequence += part.count;
      await yieldToEventLoop();
    }
    return { count, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  },

  'POST /redact': async () => ({ redacted: await redact(sandbox, sandbox.clock.now()) }),
});
