// The settings of a key: what the sandbox has beside those of its owner, those of a new key, and how they change.
import * as z from 'zod/mini';
import { changedSettings, type KeySettings } from '../../api/keys';
import { defaultRetentionDays } from '../../api/limits';

// Only the owner sets the rate limit, and nobody the top-ups.
const { name, rate_limit: _rate, automated_topups: _topups, ...controlled } = changedSettings;

/** The settings a control call may change; other members are refused. */
export const keyPatch = z.exactPartial(
  z.strictObject({
    name,
    lookups_remaining: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    ...controlled,
  }),
);

/** How a person writes the value of a setting: a limit is a number or none, a list has commas between its entries. */
export type KeySettingKind = 'text' | 'number' | 'choice' | 'switch' | 'limit' | 'list' | 'members';

export interface KeySetting {
  form: KeySettingKind;
  /** The forms of its members, where they are not plain from the value. */
  members?: Readonly<Record<string, KeySettingKind>>;
}

/** Each setting that a control call changes, in the order in which help names them. */
export const keySettings = {
  lookups_remaining: { form: 'number' },
  plan: { form: 'choice' },
  suspended: { form: 'switch' },
  name: { form: 'text' },
  datasets: { form: 'list' },
  daily_limit: { form: 'limit' },
  monthly_limit: { form: 'limit' },
  individual_limit: { form: 'limit' },
  notifications: { form: 'members', members: { emails: 'list' } },
  ip_allow_list: { form: 'list' },
  allowed_urls: { form: 'list' },
  sublicensing: { form: 'switch' },
  ip_forwarding: { form: 'switch' },
  redact_days: { form: 'number' },
  premier_support: { form: 'switch' },
  high_risk: { form: 'switch' },
} as const satisfies Record<keyof z.infer<typeof keyPatch>, KeySetting>;

/**
 * The schema of the store. Names and URLs of earlier versions are read unchanged: to skip one would lose a
 * restriction of the key.
 */
export const storedSettings = z.exactPartial(
  z.object({
    ...changedSettings,
    name: z.string(),
    allowed_urls: z.array(z.string()).check(z.maxLength(10)),
  }),
);

export type SettingChanges = z.infer<typeof storedSettings>;

/** The settings of a new key: every dataset the sandbox has data for, and no limits. */
export const newKeySettings: Readonly<KeySettings> = {
  name: 'Test key',
  plan: 'metered',
  datasets: {
    geonames: true,
    usps: true,
    uspscleanse: true,
    email: true,
    phone: true,
    gbrcleanse: true,
    ab: false,
    here: false,
  },
  daily_limit: { limit: null },
  monthly_limit: { limit: null },
  individual_limit: { limit: null },
  rate_limit: { limit: null },
  allowed_urls: [],
  ip_allow_list: [],
  redact_days: defaultRetentionDays,
  notifications: {
    emails: [],
    enabled: true,
    balance_threshold: null,
    no_balance: true,
    limit_reached: true,
  },
  automated_topups: { enabled: false },
  sublicensing: false,
  ip_forwarding: false,
  premier_support: false,
  high_risk: false,
  suspended: false,
};

/** The settings after a change. Members of an object that were not sent stay. */
export function changeSettings(settings: KeySettings, changes: SettingChanges): KeySettings {
  return {
    ...settings,
    ...changes,
    datasets: { ...settings.datasets, ...changes.datasets },
    daily_limit: { ...settings.daily_limit, ...changes.daily_limit },
    monthly_limit: { ...settings.monthly_limit, ...changes.monthly_limit },
    individual_limit: { ...settings.individual_limit, ...changes.individual_limit },
    rate_limit: { ...settings.rate_limit, ...changes.rate_limit },
    notifications: { ...settings.notifications, ...changes.notifications },
    automated_topups: { ...settings.automated_topups, ...changes.automated_topups },
  };
}
