// The results of operations on keys: the two views of a key, its usage.

import type * as z from 'zod/mini';
import { maximumRangeDays } from '../../api/limits';
import { settings } from './key-settings';
import { flag, integer, list, moment, notInServiceDocs, orNull, record, text } from './types';

/** A search context a key is licensed for. */
const searchContext = notInServiceDocs(
  record('A search context the key is licensed for.', {
    iso_3: text('Country, ISO 3166-1 alpha-3.', { pattern: /^[A-Z]{3}$/ }),
    iso_2: text('The same, alpha-2.', { pattern: /^[A-Z]{2}$/ }),
    description: text('Name of the country.'),
    emoji: text('Its flag.'),
    rgeo: flag('Whether addresses can be looked up by coordinates.'),
  }),
);

/** A search context. */
export type SearchContext = z.infer<typeof searchContext>;

const contexts = list(searchContext, 'Search contexts the key is licensed for.');

/** A limit with its current count. */
const counted = ({ shape }: typeof settings.daily_limit, description: string) =>
  record(description, { ...shape, consumed: integer('Lookups so far.', 0) });

export const availability = record('Public availability of a key.', {
  available: flag('False when the key has no lookups left or has breached a limit.'),
  contexts,
  context: text('The context that matches the caller’s address best; empty when none does.'),
});

export const keyDetails = notInServiceDocs(
  record('Private details of a key.', {
    name: settings.name,
    contexts,
    lookups_remaining: integer('Lookups left.', 0),
    daily_limit: counted(settings.daily_limit, 'Most lookups a day (UTC).'),
    monthly_limit: counted(
      settings.monthly_limit,
      'Most lookups a calendar month, beside the daily limit.',
    ),
    individual_limit: settings.individual_limit,
    rate_limit: settings.rate_limit,
    allowed_urls: settings.allowed_urls,
    redact_days: settings.redact_days,
    notifications: settings.notifications,
    datasets: settings.datasets,
    automated_topups: settings.automated_topups,
    current_purchases: list(
      record('A purchase of lookups.', {
        expires: orNull(moment('When it expires.'), 'Null where it never expires.'),
        purchased: integer('Lookups bought.', 0),
        consumed: integer('Lookups used of them.', 0),
      }),
      'Purchases the balance consists of.',
    ),
    ip_forwarding: settings.ip_forwarding,
    premier_support: settings.premier_support,
  }),
);

export const usage = notInServiceDocs(
  record('Lookups consumed over a range.', {
    start: moment('First moment of the range.'),
    end: moment('Last moment of the range.'),
    total: integer('Lookups of the whole range.', 0),
    dailyCount: list(
      record('One day (UTC).', {
        date: moment('Its midnight.'),
        count: integer('Lookups of the day.', 0),
      }),
      'Every day of the range in its order, those without lookups too.',
      maximumRangeDays + 2,
      1,
    ),
  }),
);
