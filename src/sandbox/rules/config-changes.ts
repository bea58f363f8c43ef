// How a config is made and changed: for the service's operations and the dashboard.
import type * as z from 'zod/mini';
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import type { configChanges, newConfig } from '../schemas/config';
import type { Config } from '../store/configs';
import type { ApiKey } from '../store/keys';

/**
 * Makes a config. Called in a transaction.
 * @throws Refusal 4090 for a name that is taken.
 */
export function addConfig(
  { store, clock }: Sandbox,
  key: ApiKey,
  given: z.infer<typeof newConfig>,
): Config {
  if (store.configs.find(key.id, given.name)) throw new Refusal(4090);
  return store.configs.create(key.id, given.name, given.payload, clock.now());
}

/** Replaces the payload of a config, where one is given. */
export function changeConfig(
  { store, clock }: Sandbox,
  config: Config,
  changes: z.infer<typeof configChanges>,
): Config {
  return store.configs.update(config, changes.payload ?? config.payload, clock.now());
}
