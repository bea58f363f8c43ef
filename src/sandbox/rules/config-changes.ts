// What a config may be, and how one is made: for the service's operations and the dashboard.
import { maximumPayload } from '../../api/limits';
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import { members, type Of, text } from '../shapes/shape';
import type { Config } from '../store/configs';
import type { ApiKey } from '../store/keys';

const name = text({
  // A name of dots alone could never be reached by its path.
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/,
  form: 'must be 1 to 32 letters, digits, dots, underscores or hyphens',
});
const payload = text({ max: maximumPayload });

/** The document that makes a config. */
export const newConfigShape = members({ name, payload }, { required: ['name', 'payload'] });

/** The document that changes one. */
export const configChangesShape = members({ payload });

/**
 * Makes a config. Called in a transaction.
 * @throws Refusal 4090 for a name that is taken.
 */
export function addConfig(
  { store, clock }: Sandbox,
  key: ApiKey,
  given: Of<typeof newConfigShape>,
): Config {
  if (store.configs.find(key.id, given.name)) throw new Refusal(4090);
  return store.configs.create(key.id, given.name, given.payload, clock.now());
}

/** Replaces the payload of a config, where one is given. */
export function changeConfig(
  { store, clock }: Sandbox,
  config: Config,
  changes: Of<typeof configChangesShape>,
): Config {
  return store.configs.update(config, changes.payload ?? config.payload, clock.now());
}
