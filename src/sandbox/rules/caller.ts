// The caller of a request: the API key, the licensee and the IP address.
import { isIP } from 'node:net';
import type { DatasetName } from '../../api/key-settings';
import { type Call, type Credentials, plainAddress, readCredentials } from '../http/call';
import { Refusal } from '../http/responses';
import { dayMs, utcDay } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';
import { checkPages, checkRestrictions } from './restrictions';

/**
 * The age that a high-risk key must reach before the sandbox accepts lookups and searches with the key, in
 * milliseconds.
 */
const highRiskMs = 2 * dayMs;

/**
 * If a key is high-risk and still too new for lookups and searches, returns the time at which the sandbox starts to
 * accept lookups and searches with the key. Otherwise, returns undefined.
 */
export function heldBackUntil({ clock }: Sandbox, key: ApiKey): number | undefined {
  const until = key.createdAt + highRiskMs;
  return key.settings.high_risk && clock.now() < until ? until : undefined;
}

export interface Caller {
  key: ApiKey;
  licensee: Licensee | undefined;
  /** The IP address for limits and restrictions: the address that `detectClientIp` returns. */
  ip: string;
  /**
   * The forwarded IP address, or an empty string if the key does not allow IP forwarding or the request does not have a
   * forwarded address.
   */
  sourceIp: string;
}

/**
 * Returns the licensee with this ID or licensee key. Returns undefined if the licensee is unknown or canceled. To find
 * a licensee by its ID, the caller must pass `key`.
 */
function activeLicensee({ store }: Sandbox, named: string, key?: ApiKey): Licensee | undefined {
  const isId = key !== undefined && /^\d{1,15}$/.test(named);
  const found = isId
    ? store.licensees.findById(key.id, Number(named))
    : store.licensees.findByKey(named);
  return found?.cancelledAt === null ? found : undefined;
}

/**
 * Returns the API key and the licensee that credentials identify. If a request uses a licensee key as the API key,
 * returns the licensee with this key.
 * @throws Refusal 4010 if the API key is missing or unknown; 4014 if the licensee is unknown or canceled, belongs to a
 * different API key, or does not match the licensee key.
 */
function identify(
  sandbox: Sandbox,
  { apiKey, licensee: named }: Credentials,
): Pick<Caller, 'key' | 'licensee'> {
  if (apiKey === undefined) throw new Refusal(4010);
  const byKey = apiKey.startsWith('sl_') ? activeLicensee(sandbox, apiKey) : undefined;
  const key = byKey ? sandbox.store.keys.findById(byKey.keyId) : sandbox.store.keys.find(apiKey);
  if (!key) throw new Refusal(4010);
  const byName = named === undefined ? undefined : activeLicensee(sandbox, named, key);
  if (named !== undefined && byName?.keyId !== key.id) throw new Refusal(4014);
  if (byKey && byName && byKey.id !== byName.id) throw new Refusal(4014);
  return { key, licensee: byKey ?? byName };
}

/**
 * Returns the caller of a request that uses a dataset.
 * @throws Refusal 4010, 4014, 4013, 40010, 4011, 4291 or 4015 if the caller cannot use the dataset.
 */
export function identifyCaller(sandbox: Sandbox, call: Call, dataset: DatasetName): Caller {
  const { key, licensee } = identify(sandbox, readCredentials(call));
  const { settings } = key;
  if (settings.sublicensing && !licensee) throw new Refusal(4013);
  const sent = call.header(sourceIpHeader);
  const isAddress = isIP(plainAddress(sent)) !== 0;
  if (sent !== undefined && !isAddress && settings.individual_limit.limit !== null) {
    throw new Refusal(40010);
  }
  const ip = detectClientIp(call, key);
  checkRestrictions(call, settings, ip);
  if (licensee) checkPages(call, licensee.whitelist);
  if (heldBackUntil(sandbox, key) !== undefined) throw new Refusal(4291);
  if (!settings.datasets[dataset]) throw new Refusal(4015);
  return { key, licensee, ip, sourceIp: settings.ip_forwarding && isAddress ? ip : '' };
}

/** The header that contains the client's IP address, in requests and responses. */
export const sourceIpHeader = 'Svc-Source-IP';

/**
 * Returns the client's IP address. If the key allows IP forwarding and the request's Svc-Source-IP header contains a
 * valid address, returns this forwarded address, and also sends the address in the same header of the response.
 * Otherwise, returns the connection's address.
 */
export function detectClientIp(call: Call, key: ApiKey): string {
  if (!key.settings.ip_forwarding) return call.address;
  const forwarded = plainAddress(call.header(sourceIpHeader));
  if (isIP(forwarded) === 0) return call.address;
  call.outgoing.setHeader(sourceIpHeader, forwarded);
  return forwarded;
}

/** Returns the scope of the counts for a licensee's daily limit. */
export const licenseeScope = (id: number): string => `licensee:${id}`;

/**
 * Returns a key's licensee by the licensee's ID or licensee key, even if the licensee is canceled. Returns undefined if
 * the licensee is unknown.
 */
export function findLicensee({ store }: Sandbox, key: ApiKey, named: string): Licensee | undefined {
  if (/^\d{1,15}$/.test(named)) return store.licensees.findById(key.id, Number(named));
  const licensee = store.licensees.findByKey(named);
  return licensee?.keyId === key.id ? licensee : undefined;
}

/** Returns a licensee's number of lookups on the current UTC day. */
export function licenseeCount({ store, clock }: Sandbox, { keyId, id }: Licensee): number {
  return store.balances.consumed(keyId, licenseeScope(id), utcDay(clock.now()));
}

/** True if this number of additional lookups would exceed a licensee's daily limit. */
export function isOverLimit(sandbox: Sandbox, licensee: Licensee, lookups: number): boolean {
  const { dailyLimit } = licensee;
  return dailyLimit !== null && licenseeCount(sandbox, licensee) + lookups > dailyLimit;
}
