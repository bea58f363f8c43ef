// The configs of a key on the dashboard: the values of the pages, and the actions of the forms.
import { ControlError, type ControlHandler } from '../control/control';
import { keyOf } from '../control/keys';
import type { Call } from '../http/call';
import { configPage, configsPage } from '../pages/dashboard/config-pages';
import type { Sandbox } from '../sandbox';
import { configChanges, newConfig } from '../schemas/config';
import type { Config } from '../store/configs';
import { addConfig, changeConfig } from './configs';
import { changing, headOf, type Page } from './dashboard-pages';

function configOf(sandbox: Sandbox, call: Call): Config {
  const found = sandbox.store.configs.find(keyOf(sandbox, call).id, call.param('config'));
  if (!found) throw new ControlError(404, 'no such config');
  return found;
}

/** The list of configs. */
export function configs(sandbox: Sandbox): Page {
  return (call, shown) => {
    const key = keyOf(sandbox, call);
    const all = sandbox.store.configs.list(key.id);
    return configsPage(headOf(sandbox, key), all, shown);
  };
}

/** One config. */
export function config(sandbox: Sandbox): Page {
  return (call, shown) => {
    const head = headOf(sandbox, keyOf(sandbox, call));
    const one = configOf(sandbox, call);
    return configPage(head, one, shown);
  };
}

/** The actions of the forms. */
export function configForms(
  sandbox: Sandbox,
): Record<'create' | 'update' | 'delete', ControlHandler<Config>> {
  const { store } = sandbox;
  return {
    create: async (call, receive) => {
      const given = await receive(newConfig);
      return changing(sandbox, () => addConfig(sandbox, keyOf(sandbox, call), given));
    },
    update: async (call, receive) => {
      const changes = await receive(configChanges);
      return store.transaction(() => changeConfig(sandbox, configOf(sandbox, call), changes));
    },
    delete: (call) => {
      const one = configOf(sandbox, call);
      store.configs.delete(one.id);
      return one;
    },
  };
}
