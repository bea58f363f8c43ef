// What can be set on a key, as one description: it checks what an owner sends (decisions.md, "PUT
// details"), what a test sends to the control interface, and what the store holds.
import { defaultRetentionDays, maximumRetentionDays } from '../../api/limits';
import {
  flag,
  integer,
  list,
  members,
  nullable,
  oneOf,
  type Sent,
  type Shape,
  text,
} from '../shapes/shape';
import { isNetwork } from './networks';
import { readUrlEntry } from './url-entry';

/** The most a number of lookups is capped at, or null for no cap. */
export interface Cap {
  limit: number | null;
}

/** Everything that can be set on a key. */
export interface KeySettings {
  name: string;
  /** A key with an unlimited plan has no balance, and ignores datasets, daily and monthly limit. */
  plan: 'metered' | 'unlimited';
  datasets: Record<DatasetName, boolean>;
  daily_limit: Cap;
  monthly_limit: Cap;
  /** Lookups a day from one IP address. */
  individual_limit: Cap;
  /** Kept, not enforced (decisions.md). */
  rate_limit: Cap;
  allowed_urls: string[];
  ip_allow_list: string[];
  redact_days: number;
  notifications: {
    emails: string[];
    enabled: boolean;
    balance_threshold: number | null;
    no_balance: boolean;
    limit_reached: boolean;
  };
  automated_topups: { enabled: boolean };
  sublicensing: boolean;
  ip_forwarding: boolean;
  premier_support: boolean;
  /** A key of high risk is answered 4291 while it is under two days old. */
  high_risk: boolean;
  /** A suspended key searches no places, and is not available. */
  suspended: boolean;
}

/** Datasets a key can have (decisions.md, "datasets"). */
export type DatasetName =
  | 'geonames'
  | 'usps'
  | 'uspscleanse'
  | 'email'
  | 'phone'
  | 'gbrcleanse'
  | 'ab'
  | 'here';

/** What a new key is set to: every dataset the sandbox has data for, and no cap. */
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

/** The datasets by name. */
export const datasetNames = Object.keys(newKeySettings.datasets) as readonly DatasetName[];

const cap = (least: number) => members({ limit: nullable(integer(least)) });
/** Characters that are printed, and between them the joiners that some scripts and emoji need. */
const printable =
  /^(?=.*[^\s\u200C\u200D])(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|\u200C|\u200D)*$/u;
const email = text({ max: 320, pattern: /^[^\s@]+@[^\s@]+$/, form: 'must be an email address' });

const datasetFlags = members(
  {
    geonames: flag(),
    usps: flag(),
    uspscleanse: flag(),
    email: flag(),
    phone: flag(),
    gbrcleanse: flag(),
    ab: flag(),
    here: flag(),
  },
  { strict: true },
);
const enabledDatasets = list(oneOf(datasetNames), 100);

/** Datasets to switch by name, or as a list the names that are to be on while all others go off. */
const datasets: Shape<Sent<Record<DatasetName, Shape<boolean>>>> = (given, path, errors) => {
  if (!Array.isArray(given)) return datasetFlags(given, path, errors);
  const enabled = enabledDatasets(given, path, errors);
  return enabled && Object.fromEntries(datasetNames.map((name) => [name, enabled.includes(name)]));
};

const urlEntryText = text({ max: 256 });

/** An allowed URL, in the form it is compared in. */
const urlEntry: Shape<string> = (given, path, errors) => {
  const sent = urlEntryText(given, path, errors);
  if (sent === undefined) return undefined;
  const entry = readUrlEntry(sent);
  if (entry === undefined) {
    const message =
      'must be an origin such as https://shop.example, or a host such as *.shop.example';
    errors.push({ path, message });
  }
  return entry;
};

/** Each setting by name; a caller picks those that may be set where it stands. */
export const settingShapes = {
  name: text({
    max: 64,
    filled: true,
    pattern: printable,
    form: 'must hold printable characters only',
  }),
  plan: oneOf(['metered', 'unlimited']),
  datasets,
  daily_limit: cap(0),
  monthly_limit: cap(0),
  individual_limit: cap(0),
  rate_limit: cap(1),
  allowed_urls: list(urlEntry, 10),
  ip_allow_list: list(text({ pattern: { test: isNetwork }, form: 'must be an IP address' }), 100),
  redact_days: integer(0, maximumRetentionDays),
  notifications: members({
    emails: list(email, 5),
    enabled: flag(),
    balance_threshold: nullable(integer(0)),
    no_balance: flag(),
    limit_reached: flag(),
  }),
  automated_topups: members({ enabled: flag() }),
  sublicensing: flag(),
  ip_forwarding: flag(),
  premier_support: flag(),
  high_risk: flag(),
  suspended: flag(),
};

/**
 * The same as the store holds them. Names and URLs that earlier versions took are read as they are: to
 * pass over one would lose a restriction of the key.
 */
export const storedShapes = { ...settingShapes, name: text(), allowed_urls: list(text(), 10) };

/** Settings to change; what is not there stays. */
export type SettingChanges = Sent<typeof settingShapes>;

/** The settings after a change. Members of an object setting that were not sent stay too. */
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
