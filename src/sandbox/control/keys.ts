// Control API requests for accounts, keys and lookup logs.
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
 * Returns the API key in a request's path.
 * @throws ControlError 404 if the key is unknown.
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
 * Changes a key's settings. Returns the key's details, including the settings that exist only in the sandbox.
 * @throws ControlError 404 if the key is unknown; 400 if a setting is invalid.
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

/**
 * The maximum number of sample lookups in a transaction. The sandbox handles other requests between two transactions.
 */
const samplesPerTransaction = 2000;

/**
 * Returns a schema that accepts a time: milliseconds since the epoch, or an ISO 8601 date or date-time. For a date
 * without a time, `edge` selects the first or last millisecond of the day.
 */
const momentSchema = (edge: 'first' | 'last') =>
  z.pipe(
    z.unknown(),
    z.transform((given, context): number => {
      const time = typeof given === 'number' ? given : readMoment(String(given), edge);
      if (time !== undefined && Number.isSafeInteger(time) && time >= 0) return time;
      const message = 'must be an ISO 8601 date or date-time, or milliseconds since the epoch';
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );

const tag = text('A tag.', {
  filled: true,
  max: 256,
  test: (value) => !value.includes(','),
  form: 'must not contain a comma',
});

const sampleLookups = z.strictObject({
  count: z.int().check(z.gte(1), z.lte(10_000_000)),
  start: z.exactOptional(momentSchema('first')),
  end: z.exactOptional(momentSchema('last')),
  tags: z.exactOptional(list(tag, 'Tags.', 10)),
  licensee: z.exactOptional(z.string()),
});

/**
 * Creates an API key for the requested account. If the request does not name an account, creates an account with an API
 * key.
 */
async function createKey(sandbox: Sandbox, receive: Receive) {
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
}

/**
 * Returns the licensee that a request names, or undefined if the request does not name a licensee.
 * @throws ControlError 404 if the licensee is unknown.
 */
function namedLicensee(sandbox: Sandbox, key: ApiKey, named: string | undefined) {
  if (named === undefined) return undefined;
  const licensee = findLicensee(sandbox, key, named);
  if (licensee) return licensee;
  throw new ControlError(404, 'no such licensee', [
    { path: 'licensee', message: 'is unknown or belongs to a different key' },
  ]);
}

/**
 * Adds sample lookups to the lookup log. Spreads the lookups over the requested range. By default, the range ends at
 * the current time and starts 21 days before its end. The key's usage includes sample lookups, but sample lookups do
 * not reduce the balance, and do not count toward the limits.
 */
async function addSampleLookups(sandbox: Sandbox, call: Call, receive: Receive) {
  const { store, clock } = sandbox;
  const { count, tags = [], licensee: named, ...range } = await receive(sampleLookups);
  const key = keyOf(sandbox, call);
  const { end = clock.now() } = range;
  const { start = end - defaultRangeDays * dayMs } = range;
  if (start > end) throw wrongField('start', 'must not be after end');
  const licensee = namedLicensee(sandbox, key, named);
  let sequence = store.settings.takeSequence(count);
  for (const share of sharesOf(count, start, end, samplesPerTransaction)) {
    store.samples.add({
      start: share.start,
      end: share.end,
      count: share.count,
      keyId: key.id,
      sequence,
      tags,
      licenseeId: licensee?.id ?? null,
      personal: key.settings.redact_days > 0,
    });
    sequence += share.count;
    await yieldToEventLoop();
  }
  return { count, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

export const keyCalls = (sandbox: Sandbox) => ({
  'GET /accounts': (call: Call) => accountsOf(sandbox, call),

  'POST /keys': (_call: unknown, receive: Receive) => createKey(sandbox, receive),

  'PATCH /keys/:key': (call: Call, receive: Receive) =>
    changeKey(sandbox, call.param('key'), receive),

  'DELETE /keys/:key': (call: Call) => {
    sandbox.store.keys.delete(keyOf(sandbox, call));
    return { deleted: 1 };
  },

  'POST /keys/:key/lookups': (call: Call, receive: Receive) =>
    addSampleLookups(sandbox, call, receive),

  'POST /redact': async () => ({ redacted: await redact(sandbox, sandbox.clock.now()) }),
});
