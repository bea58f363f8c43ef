// The handlers for the config operations.
import { operations } from '../../api/configs';
import { readObject } from '../http/body';
import type { Call } from '../http/call';
import type { Handler } from '../http/operation';
import { Refusal, success } from '../http/responses';
import { detectClientIp } from '../rules/caller';
import { isManagementCall, keyInPath, ownKey } from '../rules/credentials';
import { checkRestrictions } from '../rules/restrictions';
import type { Sandbox } from '../server/sandbox';
import type { Config } from '../store/configs';
import type { ApiKey } from '../store/keys';

const view = ({ name: given, payload: text, createdAt, updatedAt }: Config) => ({
  name: given,
  payload: text,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

function configInPath({ store }: Sandbox, call: Call, key: ApiKey): Config {
  const config = store.configs.find(key.id, call.param('config'));
  if (!config) throw new Refusal(4047);
  return config;
}

export function configList(sandbox: Sandbox): Handler {
  return (call) => {
    const key = ownKey(sandbox, call);
    return success({ configs: sandbox.store.configs.list(key.id).map(view) });
  };
}

/** Creates a config. If the name is in use, the response has API code 4090. */
export function configCreate(sandbox: Sandbox): Handler {
  return async (call) => {
    ownKey(sandbox, call);
    const { name, payload } = await readObject(call, operations.configCreate);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const { id } = ownKey(sandbox, call);
      if (store.configs.find(id, name)) throw new Refusal(4090);
      return success(view(store.configs.create(id, name, payload, clock.now())));
    });
  };
}

/** Reads a config. Does not require a management key, so that browser integrations can read configs. */
export function configRead(sandbox: Sandbox): Handler {
  return (call) => {
    if (isManagementCall(call)) {
      return success(view(configInPath(sandbox, call, ownKey(sandbox, call))));
    }
    const key = keyInPath(sandbox, call);
    checkRestrictions(call, key.settings, detectClientIp(call, key));
    return success(view(configInPath(sandbox, call, key)));
  };
}

export function configUpdate(sandbox: Sandbox): Handler {
  return async (call) => {
    configInPath(sandbox, call, ownKey(sandbox, call));
    const changes = await readObject(call, operations.configUpdate);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const config = configInPath(sandbox, call, ownKey(sandbox, call));
      const payload = changes.payload ?? config.payload;
      return success(view(store.configs.update(config, payload, clock.now())));
    });
  };
}

export function configDelete(sandbox: Sandbox): Handler {
  return (call) => {
    sandbox.store.configs.delete(configInPath(sandbox, call, ownKey(sandbox, call)).id);
    return success({ deleted: 1 });
  };
}
