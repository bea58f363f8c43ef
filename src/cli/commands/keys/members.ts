// A key's details in words: its members, where known ones have their own words and others are shown under their own
// names; which limits are used up, and which a change would set below the current usage. Details of another form have
// no limits.
import { isNumber, isObject } from '../../../lib/exact-json';
import { orList } from '../../line/command';
import type { CardRow } from '../../output/table';
import { counted, grouped, labelOf, timeText, valueText } from '../../output/words';

type Members = Readonly<Record<string, unknown>>;

/** A row for each member, in the order of the record. */
export function memberRows(record: Members): CardRow[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const known = Object.hasOwn(known_, name) ? known_[name] : undefined;
    if (known === undefined) return rowsOf(labelOf(name), value);
    const text = known.text(value);
    return text === undefined ? rowsOf(known.label, value) : [{ label: known.label, value: text }];
  });
}

function rowsOf(label: string, value: unknown): CardRow[] {
  return [{ label, value: valueText(value) }];
}

interface Known {
  label: string;
  /** The member in words; undefined if it does not have the expected form. */
  text: (value: unknown) => string | undefined;
}

const known_: Readonly<Record<string, Known | undefined>> = {
  lookups_remaining: { label: 'Lookups left', text: numberText },
  daily_limit: { label: 'Daily limit', text: (value) => limitText(value, 'today') },
  monthly_limit: { label: 'Monthly limit', text: (value) => limitText(value, 'this month') },
  individual_limit: { label: 'Limit per IP', text: (value) => limitText(value, 'today') },
  rate_limit: { label: 'Rate limit', text: (value) => limitText(value, 'now') },
  datasets: { label: 'Datasets', text: datasetsText },
  contexts: { label: 'Contexts', text: contextsText },
  context: { label: 'Nearest context', text: () => undefined },
  redact_days: {
    label: 'Personal data',
    text: (value) =>
      value === 0
        ? 'not stored in the log'
        : isNumber(value)
          ? `kept in the log for ${counted(value, 'day')}`
          : undefined,
  },
  notifications: { label: 'Notifications', text: notificationsText },
  automated_topups: { label: 'Automatic top-up', text: switchText },
  current_purchases: { label: 'Purchases', text: purchasesText },
  allowed_urls: {
    label: 'Allowed URLs',
    text: (value) => (Array.isArray(value) && value.length === 0 ? 'any' : undefined),
  },
  ip_forwarding: { label: 'IP forwarding', text: () => undefined },
  premier_support: { label: 'Premier support', text: () => undefined },
};

function members(value: unknown): Members | undefined {
  return isObject(value) ? value : undefined;
}

function numberText(value: unknown): string | undefined {
  return isNumber(value) ? grouped(value) : undefined;
}

function limitText(value: unknown, when: string): string | undefined {
  const cap = members(value);
  if (cap === undefined || !('limit' in cap)) return undefined;
  const { limit, consumed, ...others } = cap;
  if (Object.keys(others).length > 0) return undefined;
  const most = limit === null ? 'none' : numberText(limit);
  if (most === undefined) return undefined;
  return isNumber(consumed) ? `${most}; ${grouped(consumed)} used ${when}` : most;
}

function datasetsText(value: unknown): string | undefined {
  const switches = members(value);
  if (switches === undefined) return undefined;
  const entries = Object.entries(switches);
  if (!entries.every(([, on]) => typeof on === 'boolean')) return undefined;
  const named = (wanted: boolean) =>
    entries.flatMap(([name, on]) => (on === wanted ? name : [])).join(', ');
  const off = named(false);
  return `${named(true) || 'none'}${off === '' ? '' : ` (off: ${off})`}`;
}

function contextsText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.map((entry: unknown) => {
    const { iso_3, description } = members(entry) ?? {};
    return typeof iso_3 === 'string' && typeof description === 'string'
      ? `${description} (${iso_3})`
      : valueText(entry);
  });
  return names.length === 0 ? 'none' : names.join(', ');
}

function switchText(value: unknown): string | undefined {
  const { enabled, ...others } = members(value) ?? {};
  if (typeof enabled !== 'boolean') return undefined;
  return [
    valueText(enabled),
    ...Object.entries(others).map(
      ([name, other]) => `${name.replaceAll('_', ' ')} ${valueText(other)}`,
    ),
  ].join(', ');
}

/** `on, when no lookups are left or a limit is reached; e-mail to …`. */
function notificationsText(value: unknown): string | undefined {
  const { enabled, emails, ...others } = members(value) ?? {};
  if (typeof enabled !== 'boolean') return undefined;
  const told = Object.entries(others).map(([name, member]) => ({
    name,
    member,
    occasion: occasions[name]?.(member),
  }));
  const named = told.flatMap(({ occasion }) => occasion || []);
  return [
    enabled && named.length > 0 ? `on, when ${orList(named)}` : valueText(enabled),
    ...(emails === undefined ? [] : [addressesText(emails)]),
    ...told.flatMap(({ name, member, occasion }) =>
      occasion === undefined ? `${name.replaceAll('_', ' ')} ${valueText(member)}` : [],
    ),
  ].join('; ');
}

/** When the owner is notified; '' for an occasion that is switched off, undefined for another form. */
const occasions: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  balance_threshold: (value) =>
    value === null
      ? ''
      : isNumber(value)
        ? `${counted(value, 'lookup is', 'lookups are')} left`
        : undefined,
  no_balance: (value) => ifOn(value, 'no lookups are left'),
  limit_reached: (value) => ifOn(value, 'a limit is reached'),
};

function ifOn(value: unknown, text: string): string | undefined {
  return typeof value === 'boolean' ? (value ? text : '') : undefined;
}

function addressesText(emails: unknown): string {
  return Array.isArray(emails) && emails.length === 0
    ? 'no e-mail address is set'
    : `e-mail to ${valueText(emails)}`;
}

function purchasesText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((entry: unknown) => {
    const { purchased, consumed, expires } = members(entry) ?? {};
    if (!isNumber(purchased) || !isNumber(consumed)) return valueText(entry);
    const used = consumed === 0 ? 'none' : grouped(consumed);
    const until =
      expires === null || expires === undefined ? 'without expiry' : `until ${timeText(expires)}`;
    return `${counted(purchased, 'lookup')}, ${used} used, ${until}`;
  });
  return texts.length === 0 ? 'none' : texts.join('; ');
}

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
