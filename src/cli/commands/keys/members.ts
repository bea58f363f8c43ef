// Formats a key's details. Known fields have their own labels, and unknown fields keep their names. This file also
// finds limits that a key has reached, and limits that a change would set below the current usage.
import { type CommandWriter, placeholder } from '../../../lib/command-text';
import { isNumber, isObject } from '../../../lib/exact-json';
import { orList } from '../../../lib/word-list';
import type { ServiceObject } from '../../output/record';
import type { CardRow } from '../../output/table';
import { counted, grouped, labelOf, timestampText, valueText } from '../../output/words';

export function keyRows(record: ServiceObject): CardRow[] {
  return Object.entries(record).map(([name, value]) => {
    const [label, text] = (Object.hasOwn(wordings, name) && wordings[name]) || [labelOf(name)];
    return { label, value: text?.(value) ?? valueText(value) };
  });
}

/**
 * A field's label, and a function that returns the field's text. The function returns undefined if the value has an
 * unexpected form.
 */
type Wording = readonly [label: string, text?: (value: unknown) => string | undefined];

const wordings: Readonly<Record<string, Wording>> = {
  lookups_remaining: ['Lookups remaining', numberText],
  daily_limit: ['Daily limit', (value) => limitText(value, 'today')],
  monthly_limit: ['Monthly limit', (value) => limitText(value, 'this month')],
  individual_limit: ['Limit per IP', (value) => limitText(value, 'today')],
  rate_limit: ['Rate limit', (value) => limitText(value, 'now')],
  datasets: ['Datasets', datasetsText],
  contexts: ['Contexts', contextsText],
  context: ['Nearest context'],
  redact_days: ['Personal data', retentionText],
  notifications: ['Notifications', notificationsText],
  automated_topups: ['Automatic top-up', switchText],
  current_purchases: ['Purchases', purchasesText],
  allowed_urls: [
    'Allowed URLs',
    (value) => (Array.isArray(value) && value.length === 0 ? 'any' : undefined),
  ],
  ip_forwarding: ['IP forwarding'],
  premier_support: ['Premier support'],
};

function retentionText(value: unknown): string | undefined {
  if (value === 0) return 'not stored in the log';
  return isNumber(value) ? `kept in the log for ${counted(value, 'day')}` : undefined;
}

function numberText(value: unknown): string | undefined {
  return isNumber(value) ? grouped(value) : undefined;
}

function limitText(value: unknown, when: string): string | undefined {
  if (!isObject(value) || !('limit' in value)) return undefined;
  const { limit, consumed, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  const most = limit === null ? 'none' : numberText(limit);
  if (most === undefined) return undefined;
  return isNumber(consumed) ? `${most}; ${grouped(consumed)} used ${when}` : most;
}

function datasetsText(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([, on]) => typeof on === 'boolean')) return undefined;
  const named = (wanted: boolean) =>
    entries.flatMap(([name, on]) => (on === wanted ? name : [])).join(', ');
  const off = named(false);
  return `${named(true) || 'none'}${off === '' ? '' : ` (off: ${off})`}`;
}

function contextsText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.map((entry: unknown) => {
    const { iso_3, description } = Object(entry);
    return typeof iso_3 === 'string' && typeof description === 'string'
      ? `${description} (${iso_3})`
      : valueText(entry);
  });
  return names.length === 0 ? 'none' : names.join(', ');
}

function switchText(value: unknown): string | undefined {
  const { enabled, ...others } = Object(value);
  if (typeof enabled !== 'boolean') return undefined;
  return [valueText(enabled), ...Object.entries(others).map(nameAndValue)].join(', ');
}

function nameAndValue([name, value]: [string, unknown]): string {
  return `${name.replaceAll('_', ' ')} ${valueText(value)}`;
}

/** Describes the notification settings, for example `on, when the key reaches a limit; email to a@example.org`. */
function notificationsText(value: unknown): string | undefined {
  const { enabled, emails, ...others } = Object(value);
  if (typeof enabled !== 'boolean') return undefined;
  const entries = Object.entries<unknown>(others);
  const occasionOf = ([name, value]: [string, unknown]) => occasions[name]?.(value);
  const named = entries.flatMap((entry) => occasionOf(entry) || []);
  return [
    enabled && named.length > 0 ? `on, when ${orList(named)}` : valueText(enabled),
    ...(emails === undefined ? [] : [addressesText(emails)]),
    ...entries.filter((entry) => occasionOf(entry) === undefined).map(nameAndValue),
  ].join('; ');
}

/**
 * For each notification field, a function that describes when the service notifies the owner. The function returns ''
 * if the field is off, and undefined if the value has an unexpected form.
 */
const occasions: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  balance_threshold: (value) => {
    if (value === null) return '';
    return isNumber(value) ? `${counted(value, 'lookup remains', 'lookups remain')}` : undefined;
  },
  no_balance: (value) => ifOn(value, 'no lookups remain'),
  limit_reached: (value) => ifOn(value, 'the key reaches a limit'),
};

function ifOn(value: unknown, text: string): string | undefined {
  if (typeof value !== 'boolean') return undefined;
  return value ? text : '';
}

function addressesText(emails: unknown): string {
  return Array.isArray(emails) && emails.length === 0
    ? 'no email address is set'
    : `email to ${valueText(emails)}`;
}

function purchasesText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((entry: unknown) => {
    const { purchased, consumed, expires } = Object(entry);
    if (!isNumber(purchased) || !isNumber(consumed)) return valueText(entry);
    const used = consumed === 0 ? 'none' : grouped(consumed);
    const until =
      expires === null || expires === undefined
        ? 'without expiry'
        : `until ${timestampText(expires)}`;
    return `${counted(purchased, 'lookup')}, ${used} used, ${until}`;
  });
  return texts.length === 0 ? 'none' : texts.join('; ');
}

const namedLimits = [
  { field: 'daily_limit', name: 'daily limit', when: 'today', option: 'daily-limit' },
  { field: 'monthly_limit', name: 'monthly limit', when: 'this month', option: 'monthly-limit' },
] as const;

/**
 * Returns a sentence if no lookups remain, and a sentence for each limit that the key has reached. Each sentence also
 * tells the user what to do.
 */
export function reachedLimits(details: ServiceObject, command: CommandWriter): string[] {
  const sentences: string[] = [];
  if (typeof details.lookups_remaining === 'number' && details.lookups_remaining <= 0) {
    sentences.push('No lookups remain. Add lookups on the dashboard, or use a different key.');
  }
  for (const { field, name, when, option } of namedLimits) {
    const { limit, consumed } = limitOf(details[field]);
    if (typeof limit !== 'number' || consumed === undefined || consumed < limit) continue;
    sentences.push(
      `The key has reached its ${name} (${counted(consumed, 'lookup')} used ${when}). Raise the limit with ${command('keys update', [], { [option]: placeholder('n') })}, or wait until the limit resets.`,
    );
  }
  return sentences;
}

/**
 * Returns a sentence for each limit that the change would set below the current usage. If a limit is below the current
 * usage, the key stops working immediately.
 */
export function limitsBelowUse(details: unknown, changes: ServiceObject): string[] {
  if (!isObject(details)) return [];
  return namedLimits.flatMap(({ field, name, when }) => {
    const wanted = limitOf(changes[field]).limit;
    const { consumed } = limitOf(details[field]);
    if (typeof wanted !== 'number' || consumed === undefined || wanted >= consumed) return [];
    return [
      `A ${name} of ${grouped(wanted)} is below the ${counted(consumed, 'lookup')} used ${when}. The key would stop working immediately.`,
    ];
  });
}

function limitOf(value: unknown): { limit: unknown; consumed: number | undefined } {
  const { limit, consumed } = Object(value);
  return { limit, consumed: typeof consumed === 'number' ? consumed : undefined };
}
