// Billing: the effect of a lookup on the balance, the limits and the log. All of it is on the disk before the
// answer is sent, or none of it is.
import { dayOf, monthOf } from '../clock';
import { Refusal } from '../http/answers';
import type { Call } from '../http/call';
import { consumes } from '../http/call';
import type { Sandbox } from '../sandbox';
import type { LookupType } from '../store/lookup-types';
import { denial, ipScope, keyScope } from './allowance';
import type { Caller } from './caller';
import { isOverLimit, licenseeScope } from './licensees';
import { readTags } from './ranges';

/** Lookups of one request. */
const price = 1;

/**
 * Refuses a request that could not be billed.
 * @throws Refusal 4020 or 4021.
 */
export function checkAllowance(sandbox: Sandbox, { key, licensee, ip }: Caller): void {
  const code = denial(sandbox, key, ip, price);
  if (code !== undefined) throw new Refusal(code);
  if (licensee && isOverLimit(sandbox, licensee, price)) throw new Refusal(4021);
}

/** The page of a request, as the log keeps it. */
function pageOf(call: Call): string {
  return call.header('referer') ?? call.header('origin') ?? '';
}

/**
 * Bills one lookup and writes its row of the log. A HEAD request is never billed.
 * @param term the search term
 * @throws Refusal 4020 or 4021; then nothing was billed.
 */
export function bill(
  sandbox: Sandbox,
  call: Call,
  caller: Caller,
  type: LookupType,
  term: string,
): void {
  if (!consumes(call)) return;
  const { store, clock } = sandbox;
  const { key, licensee, ip, sourceIp } = caller;
  const now = clock.now();
  store.transaction(() => {
    checkAllowance(sandbox, caller);
    if (key.settings.plan === 'metered') store.balances.consume(key.id, price, now);
    store.balances.count(key.id, keyScope, dayOf(now), price);
    store.balances.count(key.id, keyScope, monthOf(now), price);
    store.balances.count(key.id, ipScope(ip), dayOf(now), price);
    if (licensee) {
      store.balances.count(key.id, licenseeScope(licensee.id), dayOf(now), price);
      store.licensees.noteCount(licensee.id, now);
    }
    // Without retention no personal data is stored at all.
    const personal = key.settings.redact_days > 0;
    store.log.add({
      keyId: key.id,
      at: now,
      sequence: store.settings.takeSequence(1),
      ip: personal ? call.address : '',
      term: personal ? term : '',
      url: personal ? pageOf(call) : '',
      type,
      tags: readTags(call),
      lookups: price,
      licenseeId: licensee?.id ?? null,
      sourceIp: personal ? sourceIp : '',
    });
  });
  sandbox.journal.note(call.outgoing, { charge: price });
}
