// Reads a key's limits from its details: which are used up, and which a change would set below the current
// usage. Details of another form have no limits.
import { isObject } from '../../../../client/owned-key';
import { grouped } from '../../../output/words';

const caps = [
  { member: 'daily_limit', name: 'daily limit', when: 'today', option: '--daily-limit' },
  { member: 'monthly_limit', name: 'monthly limit', when: 'this month', option: '--monthly-limit' },
] as const;

/** A sentence for each cause that prevents the use of the key, with what to do. */
export function reachedLimits(details: Readonly<Record<string, unknown>>): string[] {
  const advice: string[] = [];
  if (typeof details.lookups_remaining === 'number' && details.lookups_remaining <= 0) {
    advice.push('No lookups are left: top the key up on the dashboard, or use another key.');
  }
  for (const { member, name, when, option } of caps) {
    const { limit, consumed } = capOf(details[member]);
    if (typeof limit !== 'number' || consumed === undefined || consumed < limit) continue;
    advice.push(
      `The ${name} is reached (${grouped(consumed)} used ${when}): raise it with \`waypost keys update ${option} <n>\`, or wait until it resets.`,
    );
  }
  return advice;
}

/**
 * A sentence for each limit that the change would set below the current usage; the key stops working at once
 * then.
 */
export function limitsBelowUse(
  details: unknown,
  changes: Readonly<Record<string, unknown>>,
): string[] {
  if (!isObject(details)) return [];
  return caps.flatMap(({ member, name, when }) => {
    const wanted = capOf(changes[member]).limit;
    const { consumed } = capOf(details[member]);
    if (typeof wanted !== 'number' || consumed === undefined || wanted >= consumed) return [];
    return [
      `A ${name} of ${grouped(wanted)} is below the ${grouped(consumed)} lookups used ${when}: the key would stop at once.`,
    ];
  });
}

function capOf(value: unknown): { limit: unknown; consumed: number | undefined } {
  if (!isObject(value)) return { limit: undefined, consumed: undefined };
  const { limit, consumed } = value;
  return { limit, consumed: typeof consumed === 'number' ? consumed : undefined };
}
