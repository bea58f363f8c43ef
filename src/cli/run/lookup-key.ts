// Prepares the active API key for lookups.
import { type ResolvedCredentials, requireApiKey } from '../../client/credentials/resolve';
import type { LookupKey } from '../../client/lookup';
import type { ServiceConnector, TrafficSettings } from './service-connector';
import type { SettingsInUse } from './settings-in-use';

/**
 * Returns the active API key, a client for the key's service, and the tags for lookups. Throws `missing_api_key` if no
 * API key is known.
 */
export async function lookupKey(
  { service, settings }: { service: ServiceConnector; settings: SettingsInUse },
  resolved: ResolvedCredentials,
  traffic?: TrafficSettings,
): Promise<LookupKey> {
  const apiKey = (await requireApiKey(resolved)).value;
  const client = await service.connect(resolved.baseUrl, traffic);
  return { service: client, apiKey, tags: settings.tags };
}
