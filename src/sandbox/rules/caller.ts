// Who pays for a request: the API key, the licensee, the addresses.
import { isIP } from 'node:net';
import type { DatasetName } from '../../api/key-settings';
import { type Call, type Credentials, plainAddress, readCredentials } from '../http/call';
import { Refusal } from '../http/responses';
import { dayMs, utcDay } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';
import { checkPages, checkRestrictions } from './restrictions';

/** Age up to which a key of high risk is refused, in milliseconds. */
const young = 2 * dayMs;

/** When a key of high risk is accepted; undefined if it is not refused. */
export function heldBackUntil({ clock }: Sandbox, key: ApiKey): number | undefined {
  const until = key.createdAt + young;
  return key.settings.high_risk && clock.now() < until ? until : undefined;
}

export interface Caller {
  key: ApiKey;
  licensee: Licensee | undefined;
  /** The address that counts: the forwarded one, or the connection's. */
  ip: string;
  /** The forwarded address; empty if there is none. */
  sourceIp: string;
}

/** A licensee that can be billed; a cancelled one counts as none. */
function activeLicensee({ store }: Sandbox, named: string, key?: ApiKey): Licensee | undefined {
  const isId = key !== undefined && /^\d{1,15}$/.test(named);
  const found = isId
    ? store.licensees.findById(key.id, Number(named))
    : store.licensees.findByKey(named);
  return found?.cancelledAt === null ? found : undefined;
}

/** The key and licensee of credentials. A licensee key as the API key bills its licensee. */
function identify(
  sandbox: Sandbox,
  { apiKey, licensee: named }: Credentials,
): Pick<Caller, 'key' | 'licensee'> {
  if (apiKey === undefined) throw new Refusal(4010);
  const own = apiKey.startsWith('sl_') ? activeLicensee(sandbox, apiKey) : undefined;
  const key = own ? sandbox.store.keys.findById(own.keyId) : sandbox.store.keys.find(apiKey);
  if (!key) throw new Refusal(4010);
  const beside = named === undefined ? undefined : activeLicensee(sandbox, named, key);
  if (named !== undefined && beside?.keyId !== key.id) throw new Refusal(4014);
  if (own && beside && own.id !== beside.id) throw new Refusal(4014);
  return { key, licensee: own ?? beside };
}

/**
 * Who makes a request, if this dataset is permitted.
 * @throws Refusal 4010, 4014, 4013, 40010, 4011, 4291 or 4015.
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

/** Header with an IP address, in requests and answers. */
export const sourceIpHeader = 'Svc-Source-IP';

/** The address of a request, which every answer names (an invalid header counts as none). */
export function detectClientIp(call: Call, key: ApiKey): string {
  if (!key.settings.ip_forwarding) return call.address;
  const forwarded = plainAddress(call.header(sourceIpHeader));
  if (isIP(forwarded) === 0) return call.address;
  call.outgoing.setHeader(sourceIpHeader, forwarded);
  return forwarded;
}

export const licenseeScope = (id: number): string => `licensee:${id}`;

/** A licensee of a key by its id or its `sl_` key, also a cancelled one. */
export function findLicensee({ store }: Sandbox, key: ApiKey, named: string): Licensee | undefined {
  if (/^\d{1,15}$/.test(named)) return store.licensees.findById(key.id, Number(named));
  const licensee = store.licensees.findByKey(named);
  return licensee?.keyId === key.id ? licensee : undefined;
}

export function licenseeCount({ store, clock }: Sandbox, { keyId, id }: Licensee): number {
  return store.balances.consumed(keyId, licenseeScope(id), utcDay(clock.now()));
}

/** Whether a licensee's limit of today forbids this many more lookups. */
export function isOverLimit(sandbox: Sandbox, licensee: Licensee, lookups: number): boolean {
  const { dailyLimit } = licensee;
  return dailyLimit !== null && licenseeCount(sandbox, licensee) + lookups > dailyLimit;
}
