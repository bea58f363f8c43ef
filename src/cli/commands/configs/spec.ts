// The commands about the configs of a key.
import {
  type ArgumentSpec,
  argument,
  asking,
  type CommandGroup,
  type OptionSpec,
  option,
} from '../../line/command';
import { keyArgument, notConfirmed, yes } from '../../line/common-options';

const configArgument: ArgumentSpec = argument('<name>', 'name of the config', {
  completion: 'config',
});

const directory: ArgumentSpec = argument('<dir>', 'directory with one file for each config');

const payload: readonly OptionSpec[] = [
  option('--payload <text>', 'the payload'),
  option('--payload-file <file|->', 'file that holds the payload, byte for byte'),
];

const asSent = { title: 'Output (--json)', text: 'the config as the service sends it' };

const tooLong = {
  code: 'invalid_input',
  when: 'for more than 65536 characters, before anything is sent',
} as const;

const noSuchConfig = {
  code: 'not_found',
  when: 'with code 4047 where there is no such config',
} as const;

export const configsSpec: CommandGroup = {
  name: 'configs',
  summary: 'Manage the configs of a key, by hand or as files',
  commands: asking([
    {
      name: 'list',
      summary: 'List configs, oldest first',
      description: 'List every config of a key, oldest first.',
      arguments: [keyArgument],
      examples: ["waypost configs list --json | jq -r '.configs[].name'"],
      json: 'the service\'s list, {"configs": [{"name": "…", "payload": "…", …}]}',
      errors: [{ code: 'missing_user_token' }, { code: 'auth_failed' }],
      rows: 'configs',
      load: () => import('./configs').then(({ configsList }) => configsList),
    },
    {
      name: 'get',
      summary: 'Show a config with its payload',
      description: 'Show a config of the key in use (or of --api-key) with its payload.',
      arguments: [configArgument],
      examples: [
        'waypost configs get checkout',
        'waypost configs get checkout --json | jq -j .payload > checkout',
      ],
      output: [asSent],
      errors: [noSuchConfig],
      load: () => import('./configs').then(({ configsGet }) => configsGet),
    },
    {
      name: 'create',
      summary: 'Create a config',
      description: 'Create a config of the key in use (or of --api-key).',
      arguments: [argument('<name>', 'name of the config; it cannot be changed later')],
      options: payload,
      examples: [
        `waypost configs create checkout --payload '{"limit": 5}'`,
        'generate-config | waypost configs create checkout --payload-file -',
      ],
      output: [asSent],
      errors: [tooLong, { code: 'api_error', when: 'with code 4090 where the name is taken' }],
      load: () => import('./configs').then(({ configsCreate }) => configsCreate),
    },
    {
      name: 'update',
      summary: "Replace a config's payload",
      description: 'Replace the payload of a config of the key in use (or of --api-key).',
      arguments: [configArgument],
      options: payload,
      examples: ['waypost configs update checkout --payload-file checkout.json'],
      output: [asSent],
      errors: [tooLong, noSuchConfig],
      load: () => import('./configs').then(({ configsUpdate }) => configsUpdate),
    },
    {
      name: 'delete',
      summary: 'Delete a config',
      description: 'Delete a config of the key in use (or of --api-key), with its payload.',
      arguments: [configArgument],
      options: [yes],
      examples: ['waypost configs delete checkout --yes'],
      json: 'the service\'s answer, {"deleted": 1}',
      errors: [notConfirmed, noSuchConfig],
      alsoCalls: ['configRead'],
      load: () => import('./configs').then(({ configsDelete }) => configsDelete),
    },
    {
      name: 'pull',
      summary: 'Write the payloads as files into a directory',
      description: 'Write the payloads of the key in use (or of --api-key) as files.',
      arguments: [{ ...directory, description: 'directory; created where it is missing' }],
      options: [option('--force', 'replace files that differ, and do not ask')],
      examples: ['waypost configs pull configs/ && git -C configs diff'],
      details: [
        'A file has the name of its config; characters that a file name cannot contain, and a leading dot, are percent-encoded. Files of configs that the service does not have are left alone. A file that differs from its config is named, and replaced only after a yes or with --force.',
      ],
      json: '{"success": true, "directory": "…", "written": [{"name": "…", "file": "…"}], "unchanged": ["…"], "local_only": ["…"]}',
      errors: [
        {
          code: 'invalid_input',
          when: 'where a link or a directory is in a file\'s place, and where files differ, nobody can be asked and --force is missing: nothing is written, and details holds {"differing": [{"name": "…", "file": "…"}]}',
        },
        { code: 'write_failed' },
      ],
      alsoCalls: ['configList'],
      load: () => import('./pull').then(({ configsPull }) => configsPull),
    },
    {
      name: 'push',
      summary: 'Update configs from the files of a directory',
      description: 'Update the configs of the key in use (or of --api-key) from files.',
      arguments: [directory],
      options: [
        option('--create', 'create configs for files that have none'),
        option('--prune', 'delete configs that have no file'),
        option('--force', 'send files that are no longer JSON'),
        yes,
      ],
      examples: [
        {
          command: 'waypost configs push configs/',
          note: 'shows what would change, and asks',
        },
        { command: 'waypost configs push configs/ --yes --json', note: 'in a script' },
        {
          command: 'waypost configs push configs/ --create --prune',
          note: 'makes the service equal to the directory',
        },
      ],
      details: [
        'Configs that the service has are updated. A file without a config makes one only with --create, and a config without a file is deleted only with --prune; both are listed before the question.',
        'If the payload at the service is JSON and the file is not, a warning names the line and column of the first error, and push sends nothing without --force. With --json the warning is the event {"event": "no_longer_json", "name": "…", "file": "…", "line": 1, "column": 1} on standard error.',
      ],
      json: '{"success": true, "created": ["…"], "updated": ["…"], "deleted": ["…"], "unchanged": ["…"], "local_only": ["…"], "service_only": ["…"]}; success is false, and nothing was changed, where the answer to the question was no',
      errors: [
        {
          code: 'invalid_input',
          when: 'for a file that cannot be a payload, before anything is sent; with --create for names that no config can have, before anything is changed: details holds {"refused": [{"name": "…", "file": "…"}]}; for files that are no longer JSON without --force: details holds {"no_longer_json": [{"name": "…", "file": "…", "line": 1, "column": 1}]}; and where something would change, nobody can be asked and --yes is missing',
        },
        {
          code: 'api_error',
          when: 'where the service refuses some of them: the rest is pushed, and details holds the report above and "refused": [{"name": "…", "file": "…", "message": "…", …}]',
        },
      ],
      alsoCalls: ['configList', 'configCreate', 'configUpdate', 'configDelete'],
      load: () => import('./push').then(({ configsPush }) => configsPush),
    },
    {
      name: 'diff',
      summary: 'Show how files and configs differ',
      description: 'Show how the files of a directory differ from the configs of the key in use.',
      arguments: [directory],
      options: [option('--exit-code', 'end with exit status 1 where something differs')],
      examples: [
        'waypost configs diff configs/ --json | jq .different',
        'waypost configs diff configs/ --exit-code || echo "configs/ is not what the service holds"',
      ],
      details: [
        'If the payload at the service is JSON and the file is not, a warning names the line and column of the first error, as `configs push` does.',
      ],
      json: '{"different": true, "configs": [{"name": "…", "file": "…" or null, "state": "added|changed|unchanged|service_only", "diff": "…"}], "ignored": [{"file": "…", "reason": "hidden|link|folder|other"}]}; diffs lead from the service to the files',
      exitStatuses: [{ status: 1, when: 'with --exit-code, where something differs' }],
      errors: [{ code: 'invalid_input', when: 'for a file that cannot be a payload' }],
      rows: 'configs',
      alsoCalls: ['configList'],
      load: () => import('./diff').then(({ configsDiff }) => configsDiff),
    },
  ]),
};
