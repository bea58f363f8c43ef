// The commands about the user's settings.

import { andList } from '../../../lib/word-list';
import { type ArgumentSpec, argument, type CommandGroup } from '../../line/command';
import { settingNames, settingTable } from '../../line/settings';

const rows = Object.values(settingTable);

const settingArgument: ArgumentSpec = argument('<name>', settingNames.join(', '), {
  choices: settingNames,
});

/** Which variables override which settings. */
function variablesText(): string {
  const overridden = settingNames.filter((name) => settingTable[name].variable !== undefined);
  const variables = rows.flatMap(({ variable }) => variable ?? []);
  return `${andList(variables)} override ${andList(overridden)}.`;
}

export const settingsSpec: CommandGroup = {
  name: 'settings',
  summary: 'Set defaults for every command: service, output, color, timeout, tags, browser',
  commands: [
    {
      name: 'list',
      summary: 'List the settings and where each value comes from',
      description:
        'List the settings in effect, and their sources: option, environment, settings file or default.',
      examples: ['waypost settings list', 'waypost settings list --json'],
      json: '[{"name": "base-url", "value": "…", "source": "flag|env|settings|default"}, …]; value is null where there is none',
      errors: [{ code: 'invalid_input' }],
      rows: '',
      load: () => import('./settings').then(({ settingsList }) => settingsList),
    },
    {
      name: 'get',
      summary: 'Print the value of a setting',
      description: 'Print the value of a setting in effect, and nothing else.',
      arguments: [settingArgument],
      examples: ['waypost settings get base-url'],
      json: '{"name": "base-url", "value": "…", "source": "flag|env|settings|default"}',
      errors: [{ code: 'invalid_input' }],
      textIsData: true,
      load: () => import('./settings').then(({ settingsGet }) => settingsGet),
    },
    {
      name: 'set',
      summary: 'Set a value for every later command',
      description:
        'Set a value for every later command. Options and environment override it; the base URL is also overridden by the stored login.',
      arguments: [
        settingArgument,
        argument('<value>', 'checked as the option of the same name', {
          completion: 'setting-value',
        }),
      ],
      examples: [
        'waypost settings set base-url https://service.example/v1',
        'waypost settings set timeout 60',
        'waypost settings set tags checkout,web',
        'waypost settings set browser none',
        { command: 'waypost settings set output json', note: 'as if each command had --json' },
      ],
      details: [
        ...rows.flatMap(({ help }) => help ?? []),
        variablesText(),
        'A value in the settings file that cannot be used is replaced, or removed by `waypost settings unset`. A file that is not JSON is kept as it is: correct it by hand.',
      ],
      json: '{"success": true, "name": "timeout", "value": "60", "config_path": "…"}',
      errors: [
        {
          code: 'invalid_input',
          when: 'for a value that the option of the same name refuses, and where the settings file is not JSON',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./settings').then(({ settingsSet }) => settingsSet),
    },
    {
      name: 'unset',
      summary: 'Return a setting to its default',
      description: 'Return a setting to its default.',
      arguments: [settingArgument],
      examples: ['waypost settings unset timeout'],
      json: '{"success": true, "name": "timeout", "removed": true, "config_path": "…"}; removed is false where it was not set',
      errors: [
        { code: 'invalid_input', when: 'where the settings file is not JSON' },
        { code: 'write_failed' },
      ],
      load: () => import('./settings').then(({ settingsUnset }) => settingsUnset),
    },
  ],
};
