// The operations on a key's configs.
import { configName, maximumPayload } from './limits';
import { inPath, key, managed, type Operations, sourceIp } from './operation';
import {
  changes,
  component,
  deleted,
  list,
  moment,
  named,
  type ResultOf,
  record,
  text,
  undocumented,
} from './schema';

const configShape = {
  name: text('Name, unique among the key’s configs. The name cannot be changed.', {
    pattern: configName,
    form: 'must be 1 to 32 characters: letters, digits, dots, underscores or hyphens',
  }),
  payload: text('The config’s content as text, such as serialized JSON.', { max: maximumPayload }),
};

export const newConfig = component(
  'ConfigCreate',
  undocumented('A config to create.'),
  configShape,
);

export const configChanges = named(
  'ConfigUpdate',
  changes(
    record(
      'The new payload. If the request does not contain a payload, the config does not change.',
      {
        payload: configShape.payload,
      },
    ),
  ),
);

export const config = component('Config', 'A named payload that belongs to a key.', {
  ...configShape,
  createdAt: moment('Time at which the config was created.'),
  updatedAt: moment('Time of the latest payload update.'),
});

export const configs = component('Configs', 'A key’s configs.', {
  configs: list(config, 'All configs, oldest first.'),
});

const configParameters = { key, config: inPath('config', 'Name of the config.') };

export const operations = {
  configList: {
    method: 'GET',
    path: '/keys/{key}/configs',
    credential: 'management_key',
    command: 'configs list',
    tag: 'Configs',
    summary: 'List configs',
    parameters: { key },
    result: configs,
    codes: managed,
  },
  configCreate: {
    method: 'POST',
    path: '/keys/{key}/configs',
    credential: 'management_key',
    command: 'configs create',
    tag: 'Configs',
    summary: 'Create a config',
    parameters: { key },
    body: { schema: newConfig, required: true },
    result: config,
    codes: [...managed, 4001, 4090, 4150],
  },
  configRead: {
    method: 'GET',
    path: '/keys/{key}/configs/{config}',
    credential: 'none',
    command: 'configs get',
    tag: 'Configs',
    summary: 'Read a config',
    description:
      'This operation does not require a management key, so that browser integrations can read configs.',
    parameters: { ...configParameters, sourceIp },
    result: config,
    codes: [4011, 4012, 4041, 4042, 4047],
  },
  configUpdate: {
    method: 'POST',
    path: '/keys/{key}/configs/{config}',
    credential: 'management_key',
    command: 'configs update',
    tag: 'Configs',
    summary: 'Update a config payload',
    parameters: configParameters,
    body: { schema: configChanges },
    result: config,
    codes: [...managed, 4047, 4001, 4150],
  },
  configDelete: {
    method: 'DELETE',
    path: '/keys/{key}/configs/{config}',
    credential: 'management_key',
    command: 'configs delete',
    tag: 'Configs',
    summary: 'Delete a config',
    parameters: configParameters,
    result: deleted,
    codes: [...managed, 4047],
  },
} as const satisfies Operations;

export type Config = ResultOf<typeof config>;
