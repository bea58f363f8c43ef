// The configs of a key: list, create, read, update, delete.
import { maximumPayload } from '../../api/limits';
import { success } from '../http/answers';
import { readObject } from '../http/body';
import type { Call } from '../http/call';
import type { Handler } from '../http/operation';
import { Refusal } from '../http/refusal';
import { detectClientIp } from '../rules/client-ip';
import { readCredentials } from '../rules/credentials';
import { isManagementCall, keyInPath, ownKey } from '../rules/management';
import { checkRestrictions } from '../rules/restrictions';
import type { Sandbox } from '../sandbox';
import { members, text } from '../shapes/shape';
import type { Config } from '../store/configs';
import type { ApiKey } from '../store/keys';

const name = text({
  // A name of dots alone could never be reached by its path.
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/,
  form: 'must be 1 to 32 letters, digits, dots, underscores or hyphens',
});
const payload = text({ max: maximumPayload });
const createShape = members({ name, payload }, { required: ['name', 'payload'] });
const updateShape = members({ payload });

const view = ({ name: given, payload: text, createdAt, updatedAt }: Config) => ({
  name: given,
  payload: text,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

const ownedKey = (sandbox: Sandbox, call: Call): ApiKey =>
  ownKey(sandbox, call, readCredentials(call).managementKey);

function configInPath({ store }: Sandbox, call: Call, key: ApiKey): Config {
  const config = store.configs.find(key.id, call.param('config'));
  if (!config) throw new Refusal(4047);
  return config;
}

/** Every config, oldest first. */
export function listConfigs(sandbox: Sandbox): Handler {
  return (call) => {
    const key = ownedKey(sandbox, call);
    return success({ configs: sandbox.store.configs.list(key.id).map(view) });
  };
}

/** Makes a config; a name that is taken is 4090. */
export function createConfig(sandbox: Sandbox): Handler {
  return async (call) => {
    ownedKey(sandbox, call);
    const given = await readObject(call, createShape, 4001);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const key = ownedKey(sandbox, call);
      if (store.configs.find(key.id, given.name)) throw new Refusal(4090);
      return success(view(store.configs.create(key.id, given.name, given.payload, clock.now())));
    });
  };
}

/** One config. A browser integration reads it, so no management key is asked for (decisions.md). */
export function readConfig(sandbox: Sandbox): Handler {
  return (call) => {
    if (isManagementCall(call)) {
      return success(view(configInPath(sandbox, call, ownedKey(sandbox, call))));
    }
    const key = keyInPath(sandbox, call);
    checkRestrictions(call, key.settings, detectClientIp(call, key));
    return success(view(configInPath(sandbox, call, key)));
  };
}

/** Replaces the payload, where one is sent. */
export function updateConfig(sandbox: Sandbox): Handler {
  return async (call) => {
    configInPath(sandbox, call, ownedKey(sandbox, call));
    const changes = await readObject(call, updateShape, 4001);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const config = configInPath(sandbox, call, ownedKey(sandbox, call));
      const changed = changes.payload ?? config.payload;
      return success(view(store.configs.update(config, changed, clock.now())));
    });
  };
}

/** Deletes a config. */
export function deleteConfig(sandbox: Sandbox): Handler {
  return (call) => {
    sandbox.store.configs.delete(configInPath(sandbox, call, ownedKey(sandbox, call)).id);
    return success({ deleted: 1 });
  };
}
