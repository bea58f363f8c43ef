// Describes the `waypost settings` commands.

import { andList } from '../../../lib/word-list';
import { type ArgumentSpec, argument, type CommandGroup } from '../../line/command';
import { settingNames, settingTable } from '../../line/settings';

const rows = Object.values(settingTable);

const settingArgument: ArgumentSpec = argument('<name>', settingNames.join(', '), {
  choices: settingNames,
});

/** Returns a sentence that lists the environment variables that override each setting. */
function variablesText(): string {
  const overrides = settingNames.map((name) => {
    const { variable, otherVariables } = settingTable[name];
    const variables = variable === undefined ? (otherVariables?.names ?? []) : [variable];
    return `${name} (${variables.join(', ')})`;
  });
  return `Environment variables override these settings: ${andList(overrides)}.`;
}

export const settingsSpec: CommandGroup = {
  name: 'settings',
  summary: 'Set defaults for every command: the service, the output format, the timeout and more',
  commands: [
    {
      name: 'list',
      summary: 'List the settings and the source of each value',
      description:
        'List the settings in effect and the source of each setting: option, environment variable, settings file or default.',
      examples: ['waypost settings list', 'waypost settings list --json'],
      json: '[{"name": "base-url", "value": "…", "source": "flag|env|settings|default"}, …]; value is null if the setting has no value',
      errors: [{ code: 'invalid_input' }],
      rows: '',
      load: () => import('./settings').then(({ settingsList }) => settingsList),
    },
    {
      name: 'get',
      summary: 'Print the value of a setting',
      description: 'Print only the effective value of a setting.',
      arguments: [settingArgument],
      examples: ['waypost settings get base-url'],
      json: '{"name": "base-url", "value": "…", "source": "flag|env|settings|default"}',
      errors: [{ code: 'invalid_input' }],
      textIsData: true,
      load: () => import('./settings').then(({ settingsGet }) => settingsGet),
    },
    {
      name: 'set',
      summary: 'Set a default for every later command',
      description:
        'Set a default for every later command. Options and environment variables override a setting. The base URL of the stored login overrides the base-url setting.',
      arguments: [
        settingArgument,
        argument(
          '<value>',
          'new value; base-url, color, timeout and tags accept the same values as the options with these names',
          {
            completion: 'setting-value',
          },
        ),
      ],
      examples: [
        'waypost settings set base-url https://service.example/v1',
        'waypost settings set timeout 60',
        'waypost settings set tags checkout,web',
        'waypost settings set browser none',
        { command: 'waypost settings set output json', note: 'makes JSON the default output' },
      ],
      details: [
        ...rows.flatMap(({ help }) => help ?? []),
        variablesText(),
        '`waypost settings set` replaces an invalid value in the settings file, and `waypost settings unset` removes an invalid value. If the settings file is not JSON, waypost does not change the file. In this case, correct the file by hand.',
      ],
      json: '{"success": true, "name": "timeout", "value": "60", "config_path": "…"}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the value is invalid, or the settings file is not JSON',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./settings').then(({ settingsSet }) => settingsSet),
    },
    {
      name: 'unset',
      summary: 'Reset a setting to its default',
      description: 'Reset a setting to its default.',
      arguments: [settingArgument],
      examples: ['waypost settings unset timeout'],
      json: '{"success": true, "name": "timeout", "removed": true, "config_path": "…"}; removed is false if the setting was not set',
      errors: [
        { code: 'invalid_input', when: 'if the settings file is not JSON' },
        { code: 'write_failed' },
      ],
      load: () => import('./settings').then(({ settingsUnset }) => settingsUnset),
    },
  ],
};
