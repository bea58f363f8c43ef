// The views of a key: the public availability, the private details for the key's owner, and the details for the control
// API.
import type { Availability, KeyDetails, SearchContext } from '../../api/keys';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import { consumedNow, isAvailable, lookupsRemaining } from './billing';
import { type KeySettings, sandboxSettingNames } from './key-settings';

const unitedStates: SearchContext = {
  iso_3: 'USA',
  iso_2: 'US',
  description: 'United States',
  emoji: '🇺🇸',
  rgeo: true,
};

/** Returns the search contexts (countries) that a key's address datasets cover. */
function contextsOf({ datasets }: KeySettings): SearchContext[] {
  return datasets.usps ? [unitedStates] : [];
}

/**
 * Returns a key's public availability. `context` is empty, because the location of a caller on this machine is unknown.
 */
export function availabilityOf(sandbox: Sandbox, key: ApiKey, ip: string): Availability {
  return {
    available: isAvailable(sandbox, key, ip),
    contexts: contextsOf(key.settings),
    context: '',
  };
}

/** Returns the private details for a key's owner. */
export function detailsOf(sandbox: Sandbox, key: ApiKey) {
  const { settings } = key;
  const consumed = consumedNow(sandbox, key);
  const purchases = sandbox.store.balances.purchases(key.id, sandbox.clock.now());
  return {
    name: settings.name,
    contexts: contextsOf(settings),
    lookups_remaining: lookupsRemaining(sandbox, key),
    daily_limit: { limit: settings.daily_limit.limit, consumed: consumed.day },
    monthly_limit: { limit: settings.monthly_limit.limit, consumed: consumed.month },
    individual_limit: settings.individual_limit,
    rate_limit: settings.rate_limit,
    allowed_urls: settings.allowed_urls,
    redact_days: settings.redact_days,
    notifications: settings.notifications,
    datasets: settings.datasets,
    automated_topups: settings.automated_topups,
    current_purchases: purchases.map(({ expires, purchased, consumed: used }) => ({
      expires: expires === null ? null : new Date(expires).toISOString(),
      purchased,
      consumed: used,
    })),
    ip_forwarding: settings.ip_forwarding,
    premier_support: settings.premier_support,
  } satisfies KeyDetails;
}

type SandboxSettings = Pick<KeySettings, (typeof sandboxSettingNames)[number]>;

/** Returns a key's private details, and the settings that exist only in the sandbox. */
export function dashboardDetailsOf(sandbox: Sandbox, key: ApiKey) {
  const sandboxSettings = Object.fromEntries(
    sandboxSettingNames.map((name) => [name, key.settings[name]]),
  ) as SandboxSettings;
  return { ...detailsOf(sandbox, key), ...sandboxSettings };
}
