// Fills a sandbox from a seed. The sandbox derives each missing key, each missing ID and each sample lookup's content
// from the seed's `random` number and from the item's path in the seed. The same seed therefore always creates the same keys,
// IDs and sample lookups. Only times that depend on the clock can differ.
import { defaultRangeDays } from '../../api/limits';
import { keyScope } from '../rules/billing';
import { changeSettings, newKeySettings } from '../rules/key-settings';
import { lastRedactionDue } from '../rules/log';
import { freeLookups } from '../rules/sign-up';
import { dayMs, utcDay, utcMonth } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { Account } from '../store/accounts';
import { defaultTypes } from '../store/sample-lookups';
import { readSeed, SeedError } from './read';
import { repeatableText } from './repeatable';
import type { Seed, SeedAccount, SeedKey, SeedLookups } from './schema';
import { trafficOf } from './traffic';

/** The properties of a new key that the sandbox uses to create the key's sample lookups. */
interface CreatedKey {
  keyId: number;
  retentionDays: number;
  /** The IDs of the licensees, by name. */
  licensees: Map<string, number>;
}

/** Returns the error for a seed value that already exists in the sandbox. */
const takenError = (path: string): SeedError =>
  new SeedError([{ path, message: 'already exists' }]);

/**
 * Adds a seed to a sandbox. If an error occurs, the sandbox does not change. Sets the clock first, because other values
 * depend on the time.
 * @param document the parsed JSON document of the seed (data/seed.schema.json)
 * @throws SeedError if the seed is invalid, or if one of its keys or accounts already exists.
 */
export function applySeed(sandbox: Sandbox, document: unknown): void {
  const seed = readSeed(document);
  const { store, clock } = sandbox;
  const offset = clock.offset();
  try {
    store.transaction(() => {
      checkTaken(sandbox, seed);
      if (seed.clock !== undefined) clock.set(seed.clock);
      (seed.accounts ?? []).forEach((account, at) => {
        addAccount(sandbox, seed, account, `accounts.${at}`);
      });
    });
  } catch (error) {
    clock.rollBack(offset);
    throw error;
  }
}

/** Throws SeedError if an account, a key or a licensee key in the seed already exists. */
function checkTaken({ store }: Sandbox, { accounts = [] }: Seed): void {
  accounts.forEach(({ user_id, user_token, keys = [] }, at) => {
    const path = `accounts.${at}`;
    if (user_id !== undefined && store.accounts.findByUserId(user_id)) {
      throw takenError(`${path}.user_id`);
    }
    if (user_token !== undefined && store.accounts.findByUserToken(user_token)) {
      throw takenError(`${path}.user_token`);
    }
    keys.forEach(({ key, licensees = [] }, index) => {
      if (key !== undefined && store.keys.find(key)) throw takenError(`${path}.keys.${index}.key`);
      licensees.forEach((one, number) => {
        if (one.key === undefined || !store.licensees.findByKey(one.key)) return;
        throw takenError(`${path}.keys.${index}.licensees.${number}.key`);
      });
    });
  });
}

/** Derives letters and digits for a field that the seed does not contain. */
const derived = ({ random = 1 }: Seed, path: string, length: number): string =>
  repeatableText(length, random, path);

function addAccount(sandbox: Sandbox, seed: Seed, given: SeedAccount, path: string): void {
  const { store, clock } = sandbox;
  const { user_id, user_token, created_at = clock.now(), keys = [], ...profile } = given;
  const account = store.accounts.create(profile, created_at, {
    userId: user_id ?? `user_${derived(seed, `${path}.user_id`, 20)}`,
    userToken: user_token ?? `uk_${derived(seed, `${path}.user_token`, 25)}`,
  });
  keys.forEach((key, at) => {
    addKey(sandbox, seed, account, key, `${path}.keys.${at}`);
  });
}

function addKey(
  sandbox: Sandbox,
  seed: Seed,
  account: Account,
  given: SeedKey,
  path: string,
): void {
  const { store, clock } = sandbox;
  const now = clock.now();
  const { key, created_at = now, lookups_remaining = freeLookups, used_today = 0, ...rest } = given;
  const { licensees = [], configs = [], lookups = [], ...settings } = rest;
  const keySettings = changeSettings(newKeySettings, {
    ...(licensees.length > 0 ? { sublicensing: true } : {}),
    ...settings,
  });
  const name = key ?? `ak_${derived(seed, `${path}.key`, 25)}`;
  const { id } = store.keys.create(account.id, created_at, keySettings, name);
  if (lookups_remaining > 0) store.balances.purchase(id, lookups_remaining);
  if (used_today > 0) {
    store.balances.count(id, keyScope, utcDay(now), used_today);
    store.balances.count(id, keyScope, utcMonth(now), used_today);
  }
  const ids = new Map<string, number>();
  licensees.forEach((licensee, at) => {
    const { address = '', postcode = '', whitelist = [], daily } = licensee;
    const details = { address, postcode, whitelist, dailyLimit: daily?.limit ?? null };
    const licenseeKey = licensee.key ?? `sl_${derived(seed, `${path}.licensees.${at}.key`, 25)}`;
    const one = store.licensees.create(id, licensee.name, details, created_at, licenseeKey);
    ids.set(licensee.name, one.id);
  });
  for (const config of configs) store.configs.create(id, config.name, config.payload, created_at);
  const createdKey: CreatedKey = {
    keyId: id,
    retentionDays: keySettings.redact_days,
    licensees: ids,
  };
  lookups.forEach((rows, at) => {
    addLookups(sandbox, seed, createdKey, rows, `${path}.lookups.${at}`);
  });
}

function addLookups(
  { store, clock }: Sandbox,
  seed: Seed,
  { keyId, retentionDays, licensees }: CreatedKey,
  given: SeedLookups,
  path: string,
): void {
  const { count, days = defaultRangeDays, end = clock.now(), types = defaultTypes } = given;
  const { start = Math.max(0, end - days * dayMs + 1), tags = [], licensees: of = [] } = given;
  if (start > end)
    throw new SeedError([{ path: `${path}.start`, message: 'must not be after end' }]);
  // Sample lookups before this time do not contain personal data, because a weekly redaction would already have removed
  // the data.
  const redacted = lastRedactionDue(clock.now()) - retentionDays * dayMs;
  const rows = trafficOf({
    words: [seed.random ?? 1, path],
    count,
    start,
    end,
    types,
    tags,
    licenseeIds: of.flatMap((name) => licensees.get(name) ?? []),
  });
  let sequence = store.settings.takeSequence(count);
  for (const { ip, term, url, ...row } of rows) {
    const personal = retentionDays > 0 && row.at >= redacted;
    store.log.add({
      ...row,
      ...(personal ? { ip, term, url } : { ip: '', term: '', url: '' }),
      keyId,
      sequence,
      lookups: 1,
      sourceIp: '',
    });
    sequence += 1;
  }
}
