// Operations on a key's configs.
import type { Config } from '../api/configs';
import { endpoints } from '../api/endpoints';
import { isObject } from '../lib/exact-json';
import type { Service } from './http/service';
import { manage, type OwnedKey, unexpectedResult } from './owned-key';

/** GET /keys/{key}/configs: returns all configs, oldest first, in the service's format. */
export function listConfigs(key: OwnedKey): Promise<unknown> {
  return manage(key, endpoints.configList);
}

/** Returns the configs in a result. Throws `invalid_response` if the result is not a list of configs. */
export function configsOf(result: unknown): Config[] {
  const configs = isObject(result) ? result.configs : undefined;
  if (Array.isArray(configs) && configs.every(isConfig)) return configs;
  throw unexpectedResult('a list of configs');
}

export function createConfig(key: OwnedKey, name: string, payload: string): Promise<unknown> {
  return manage(key, endpoints.configCreate, { body: { name, payload } });
}

/** GET /keys/{key}/configs/{config}: returns one config. Sends the management key if `managementKey` is set. */
export async function getConfig(
  service: Service,
  key: string,
  config: string,
  managementKey: string | undefined,
  signal?: AbortSignal,
): Promise<unknown> {
  const { result } = await service.call(endpoints.configRead, {
    parameters: { key, config },
    bearer: managementKey,
    signal,
  });
  return result;
}

/** POST /keys/{key}/configs/{config}: replaces the config's payload. */
export function updateConfig(key: OwnedKey, config: string, payload: string): Promise<unknown> {
  return manage(key, endpoints.configUpdate, { parameters: { config }, body: { payload } });
}

export function deleteConfig(key: OwnedKey, config: string): Promise<unknown> {
  return manage(key, endpoints.configDelete, { parameters: { config } });
}

function isConfig(value: unknown): value is Config {
  return isObject(value) && typeof value.name === 'string' && typeof value.payload === 'string';
}
