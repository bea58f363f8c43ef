// Applies the request quota to searches. Three response headers report the quota.
import { searchesPerWindow } from '../../api/limits';
import { type Call, consumes } from '../http/call';
import { Refusal } from '../http/responses';
import type { Sandbox } from '../server/sandbox';
import type { Caller } from './caller';
import { windowMs } from './rate-limits';

/**
 * Counts a search toward the request quota, and adds the quota headers to the response.
 * @param operation the kind of search. Each kind has a separate quota.
 * @throws Refusal 4291 if the quota is exceeded, or if a suspended key searches places. If the key is suspended, the
 * response does not have the quota headers.
 */
export function countSearch(
  sandbox: Sandbox,
  call: Call,
  operation: 'places' | 'addresses',
  { key, ip }: Caller,
): void {
  if (operation === 'places' && key.settings.suspended) throw new Refusal(4291);
  const { windows, clock, store } = sandbox;
  const now = clock.now();
  const name = `${operation} ${key.id} ${ip}`;
  // If the quota is off, the sandbox does not count searches, and the headers always report the full quota.
  const counted = consumes(call) ? windows?.count(name, now) : windows?.peek(name, now);
  const { left, ends } = counted ?? { left: searchesPerWindow, ends: now + windowMs };
  call.outgoing.setHeader('X-RateLimit-Limit', searchesPerWindow);
  call.outgoing.setHeader('X-RateLimit-Remaining', Math.max(0, left));
  call.outgoing.setHeader('X-RateLimit-Reset', Math.ceil(ends / 1000));
  const isFilled = operation === 'places' && left === 0 && consumes(call);
  if (isFilled && windows?.unresolved.filled(key.id, now)) {
    store.keys.saveSettings(key, { ...key.settings, suspended: true });
  }
  if (left < 0) {
    const wait = Math.max(1, Math.ceil((ends - now) / 1000));
    throw new Refusal(4291, { headers: { 'Retry-After': String(wait) } });
  }
}
