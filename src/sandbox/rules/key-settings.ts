// The table of key settings. For each setting, the table contains the schema of a new value, the kind of value for
// `waypost sandbox set`, and the dashboard field. This module also contains the settings of a new key and the function
// that applies changes.
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import {
  apiKeySettingChanges,
  type apiKeySettings,
  type DatasetName,
} from '../../api/key-settings';
import { defaultRetentionDays, maximumRetentionDays } from '../../api/limits';
import { described, flag, list, text } from '../../api/schema';

/**
 * The format in which a user enters a value. A limit is a number or `none`. On the command line, commas separate the
 * entries of a list.
 */
export type KeySettingKind =
  | 'text'
  | 'number'
  | 'number or none'
  | 'choice'
  | 'switch'
  | 'limit'
  | 'list'
  | 'object';

/** A value that a user can enter: a setting, or a field of a setting that is an object. */
export interface KeySettingInput {
  kind: KeySettingKind;
  /** The label on the dashboard. */
  label: string;
  /** The hint on the dashboard. */
  hint?: string;
  /** The values of a choice, with their labels on the dashboard. */
  choices?: Readonly<Record<string, string>>;
}

/** The section of the dashboard's settings page that shows a setting. */
export type KeySettingSection =
  | 'general'
  | 'balance'
  | 'limits'
  | 'restrictions'
  | 'switches'
  | 'datasets'
  | 'notifications';

/** A key setting that the control API can change. */
export interface KeySetting extends KeySettingInput {
  section: KeySettingSection;
  /** The schema of a new value. */
  schema: z.ZodMiniType;
  /** The fields of a setting that is an object. The dashboard shows the fields instead of the setting. */
  fields?: Readonly<Record<string, KeySettingInput>>;
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const datasetFields: Readonly<Record<DatasetName, KeySettingInput>> = {
  geonames: { kind: 'switch', label: 'Places' },
  usps: { kind: 'switch', label: 'US addresses' },
  uspscleanse: { kind: 'switch', label: 'US cleansing' },
  email: { kind: 'switch', label: 'Email' },
  phone: { kind: 'switch', label: 'Phone numbers' },
  gbrcleanse: { kind: 'switch', label: 'UK cleansing' },
  ab: { kind: 'switch', label: 'AddressBase' },
  here: { kind: 'switch', label: 'HERE' },
};

/**
 * Every key setting that the control API can change, in the order in which the help and the dashboard list the
 * settings.
 */
export const keySettings = {
  name: {
    section: 'general',
    schema: apiKeySettingChanges.name,
    kind: 'text',
    label: 'Name',
  },
  lookups_remaining: {
    section: 'balance',
    schema: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    kind: 'number',
    label: 'Lookups remaining',
  },
  plan: {
    section: 'general',
    schema: described(
      z.enum(['metered', 'unlimited']),
      'The key’s plan. With `metered`, each lookup reduces the balance.',
    ),
    kind: 'choice',
    label: 'Plan',
    hint: 'An unlimited plan does not need a balance, but limits still apply. With this plan, the API ignores changes to datasets and to the daily and monthly limits.',
    choices: {
      metered: 'Metered',
      unlimited: 'Unlimited',
    },
  },
  daily_limit: {
    section: 'limits',
    schema: apiKeySettingChanges.daily_limit,
    kind: 'limit',
    label: 'Daily limit',
    hint: 'Maximum number of lookups in a UTC day. Leave empty for no limit.',
  },
  monthly_limit: {
    section: 'limits',
    schema: apiKeySettingChanges.monthly_limit,
    kind: 'limit',
    label: 'Monthly limit',
    hint: 'Maximum number of lookups in a UTC month. Leave empty for no limit.',
  },
  individual_limit: {
    section: 'limits',
    schema: apiKeySettingChanges.individual_limit,
    kind: 'limit',
    label: 'Daily limit per IP address',
    hint: 'Maximum number of lookups per IP address in a UTC day. Leave empty for no limit.',
  },
  redact_days: {
    section: 'limits',
    schema: apiKeySettingChanges.redact_days,
    kind: 'number',
    label: 'Retention in days',
    hint: `0 to ${maximumRetentionDays} days. With 0, new log entries do not contain personal data.`,
  },
  allowed_urls: {
    section: 'restrictions',
    schema: apiKeySettingChanges.allowed_urls,
    kind: 'list',
    label: 'Allowed URLs',
    hint: 'One URL per line, such as https://shop.example or *.shop.example. Leave empty to allow all URLs.',
  },
  ip_allow_list: {
    section: 'restrictions',
    schema: list(
      text('An IP address or network.', {
        test: isAddressOrNetwork,
        form: 'must be an IP address or network',
      }),
      'IP addresses and networks from which the sandbox accepts requests. An empty list allows all addresses.',
      100,
    ),
    kind: 'list',
    label: 'Allowed IP addresses',
    hint: 'One address or network per line, such as 192.0.2.7 or 10.0.0.0/8. Leave empty to allow all addresses.',
  },
  sublicensing: {
    section: 'switches',
    schema: flag('Whether every lookup must name a licensee.'),
    kind: 'switch',
    label: 'Sublicensing',
    hint: 'Every lookup must name a licensee.',
  },
  ip_forwarding: {
    section: 'switches',
    schema: apiKeySettingChanges.ip_forwarding,
    kind: 'switch',
    label: 'IP forwarding',
    hint: 'The sandbox uses the IP address in the Svc-Source-IP header as the client’s IP address.',
  },
  premier_support: {
    section: 'switches',
    schema: apiKeySettingChanges.premier_support,
    kind: 'switch',
    label: 'Premier support',
  },
  high_risk: {
    section: 'switches',
    schema: flag(
      'Whether the key is high-risk. Lookups and searches with a high-risk key fail with API code 4291 until the key is two days old.',
    ),
    kind: 'switch',
    label: 'High risk',
    hint: 'Lookups and searches fail with API code 4291 until the key is two days old.',
  },
  suspended: {
    section: 'switches',
    schema: flag(
      'Whether the key is suspended. Place searches with a suspended key fail with API code 4291, and the key is not available.',
    ),
    kind: 'switch',
    label: 'Suspended',
    hint: 'Place searches fail with API code 4291.',
  },
  datasets: {
    section: 'datasets',
    schema: apiKeySettingChanges.datasets,
    kind: 'list',
    label: 'Datasets',
    fields: datasetFields,
  },
  notifications: {
    section: 'notifications',
    schema: apiKeySettingChanges.notifications,
    kind: 'object',
    label: 'Notifications',
    fields: {
      enabled: { kind: 'switch', label: 'Send notifications' },
      emails: {
        kind: 'list',
        label: 'Email addresses',
        hint: 'One address per line, at most 5 addresses.',
      },
      balance_threshold: {
        kind: 'number or none',
        label: 'Balance threshold',
        hint: 'Number of remaining lookups at which to notify. Leave empty for no notification.',
      },
      no_balance: {
        kind: 'switch',
        label: 'Balance used up',
        hint: 'Notify when no lookups remain.',
      },
      limit_reached: {
        kind: 'switch',
        label: 'Limit reached',
        hint: 'Notify when the key reaches its daily or monthly limit.',
      },
    },
  },
} as const satisfies Readonly<Record<string, KeySetting>>;

type KeySettingName = keyof typeof keySettings;

/** The name of a setting that is not in the API. Only the control API can change this setting. */
type SandboxSettingName = Exclude<
  KeySettingName,
  keyof typeof apiKeySettings | 'lookups_remaining'
>;

type SchemasOf<Name extends KeySettingName> = {
  [N in Name]: (typeof keySettings)[N]['schema'];
};

function schemasOf<Name extends KeySettingName>(names: readonly Name[]): SchemasOf<Name> {
  const schemas = names.map((name) => [name, keySettings[name].schema]);
  return Object.fromEntries(schemas) as SchemasOf<Name>;
}

const allNames = Object.keys(keySettings) as KeySettingName[];

/** The names of the settings that are not in the API. */
export const sandboxSettingNames = allNames.filter(
  (name): name is SandboxSettingName =>
    name !== 'lookups_remaining' && !Object.hasOwn(apiKeySettingChanges, name),
);

/** The schema of a control API request that changes settings. The schema rejects unknown fields. */
export const keyPatch = z.exactPartial(z.strictObject(schemasOf(allNames)));

/** All of a key's settings. */
export type KeySettings = z.infer<
  z.ZodMiniObject<typeof apiKeySettings & SchemasOf<SandboxSettingName>>
>;

/** The schema of a new value for each setting, including settings that the control API cannot change. */
export const keySettingChanges = {
  ...apiKeySettingChanges,
  ...schemasOf(sandboxSettingNames),
};

/**
 * The schema of the settings in the store. The schema accepts every name and URL that earlier versions stored. If the
 * schema rejected a stored URL, the key would lose a restriction.
 */
export const storedSettings = z.exactPartial(
  z.object({
    ...keySettingChanges,
    name: z.string(),
    allowed_urls: z.array(z.string()).check(z.maxLength(10)),
  }),
);

export type SettingChanges = z.infer<typeof storedSettings>;

/**
 * The settings of a new key. The settings enable every dataset except AddressBase and HERE, and do not limit the number
 * of lookups.
 */
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

/** Returns the settings with changes applied. If a setting is an object, omitted fields do not change. */
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
