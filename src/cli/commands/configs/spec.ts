// Describes the `waypost configs` commands.
import {
  type ArgumentSpec,
  argument,
  asking,
  type CommandGroup,
  type OptionSpec,
  option,
} from '../../line/command';
import { keyArgument, notConfirmed, yes } from '../../line/common-options';

const configArgument: ArgumentSpec = argument('<name>', 'config name', {
  completion: 'config',
});

const directory: ArgumentSpec = argument('<dir>', 'directory with one file per config');

const payload: readonly OptionSpec[] = [
  option('--payload <text>', 'config payload, as text'),
  option(
    '--payload-file <file|->',
    'file with the config payload, which waypost sends unchanged; - reads standard input',
  ),
];

const asSent = { title: 'Output (--json)', text: 'the config as the service sends it' };

const tooLong = {
  code: 'invalid_input',
  when: 'before waypost sends a request, if the payload has more than 65,536 characters',
} as const;

const noSuchConfig = {
  code: 'not_found',
  when: 'with API code 4047, if the config does not exist',
} as const;

export const configsSpec: CommandGroup = {
  name: 'configs',
  summary: "Manage a key's configs, and sync them with files",
  commands: asking([
    {
      name: 'list',
      summary: 'List configs, oldest first',
      description: "List all of a key's configs, oldest first.",
      arguments: [keyArgument],
      examples: ["waypost configs list --json | jq -r '.configs[].name'"],
      json: 'the service\'s list, {"configs": [{"name": "…", "payload": "…", …}]}',
      errors: [{ code: 'missing_user_token' }, { code: 'auth_failed' }],
      rows: 'configs',
      load: () => import('./configs').then(({ configsList }) => configsList),
    },
    {
      name: 'get',
      summary: 'Show a config and its payload',
      description: 'Show a config and its payload.',
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
      description: 'Create a config for the key in use.',
      arguments: [argument('<name>', 'config name; you cannot change the name later')],
      options: payload,
      examples: [
        `waypost configs create checkout --payload '{"limit": 5}'`,
        'generate-config | waypost configs create checkout --payload-file -',
      ],
      output: [asSent],
      errors: [
        tooLong,
        {
          code: 'api_error',
          when: 'with API code 4090, if a config with this name already exists',
        },
      ],
      load: () => import('./configs').then(({ configsCreate }) => configsCreate),
    },
    {
      name: 'update',
      summary: "Replace a config's payload",
      description: "Replace a config's payload.",
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
      description: 'Delete a config and its payload.',
      arguments: [configArgument],
      options: [yes],
      examples: ['waypost configs delete checkout --yes'],
      json: 'the service\'s response, {"deleted": 1}',
      errors: [notConfirmed, noSuchConfig],
      alsoCalls: ['configRead'],
      load: () => import('./configs').then(({ configsDelete }) => configsDelete),
    },
    {
      name: 'pull',
      summary: "Write each config's payload to a file in a directory",
      description:
        'Write the configs of the key in use to a directory, with each payload in its own file.',
      arguments: [
        {
          ...directory,
          description: 'directory to write to; waypost creates the directory if it is missing',
        },
      ],
      options: [
        option('--force', 'replace files that differ from their configs, without confirmation'),
      ],
      examples: ['waypost configs pull configs/ && git -C configs diff'],
      details: [
        'Each file has the name of its config. In the file name, waypost percent-encodes a leading dot and characters that a file name cannot contain. waypost does not change files whose config does not exist on the service. waypost lists the files that differ from their configs, and replaces these files only if you confirm or use --force.',
      ],
      json: '{"success": true, "directory": "…", "written": [{"name": "…", "file": "…"}], "unchanged": ["…"], "local_only": ["…"]}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if a symbolic link or a directory has the name of a file to write, or if files differ from their configs and --force is missing in a script (details contains {"differing": [{"name": "…", "file": "…"}]}). In both cases, waypost does not write any file',
        },
        { code: 'write_failed' },
      ],
      alsoCalls: ['configList'],
      load: () => import('./pull').then(({ configsPull }) => configsPull),
    },
    {
      name: 'push',
      summary: 'Update configs from the files in a directory',
      description: 'Update the configs of the key in use from the files in a directory.',
      arguments: [directory],
      options: [
        option('--create', 'create a config for each file that does not have one'),
        option('--prune', 'delete each config that does not have a file in the directory'),
        option(
          '--force',
          'push a file that is not valid JSON, even if its config on the service is valid JSON',
        ),
        yes,
      ],
      examples: [
        {
          command: 'waypost configs push configs/',
          note: 'shows the changes, and asks for confirmation',
        },
        { command: 'waypost configs push configs/ --yes --json', note: 'in a script' },
        {
          command: 'waypost configs push configs/ --create --prune',
          note: 'makes the configs match the files in the directory',
        },
      ],
      details: [
        'By default, push updates the configs that already exist on the service. With --create, push also creates a config for each file that does not have one. With --prune, push also deletes each config that does not have a file in the directory. waypost lists all changes before it asks for confirmation.',
        'If the payload of a config is valid JSON on the service but not in the file, waypost prints a warning with the line and column of the first syntax error. In this case, waypost does not push any file unless you use --force. With --json, the warning is the event {"event": "no_longer_json", "name": "…", "file": "…", "line": 1, "column": 1} on standard error.',
      ],
      json: '{"success": true, "created": ["…"], "updated": ["…"], "deleted": ["…"], "unchanged": ["…"], "local_only": ["…"], "service_only": ["…"]}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the payload in a file is invalid or, with --create, a file name is not a valid config name. Without --force, the push also fails if a config is valid JSON on the service but not in the file. Without --yes, the push also fails in a script if there are changes. In all of these cases, waypost does not change any config. The details field lists invalid names as {"refused": [{"name": "…", "file": "…"}]}, and invalid JSON as {"no_longer_json": [{"name": "…", "file": "…", "line": 1, "column": 1}]}',
        },
        {
          code: 'api_error',
          when: 'if the service rejects some configs. waypost pushes the other configs. The details field contains the same fields as the output, and "refused": [{"name": "…", "file": "…", "message": "…", …}]',
        },
      ],
      alsoCalls: ['configList', 'configCreate', 'configUpdate', 'configDelete'],
      load: () => import('./push').then(({ configsPush }) => configsPush),
    },
    {
      name: 'diff',
      summary: 'Show how files and configs differ',
      description: 'Show how the files in a directory differ from the configs of the key in use.',
      arguments: [directory],
      options: [option('--exit-code', 'return exit code 1 if there are differences')],
      examples: [
        'waypost configs diff configs/ --json | jq .different',
        'waypost configs diff configs/ --exit-code || echo "configs/ differs from the service"',
      ],
      details: [
        'If the payload of a config is valid JSON on the service but not in the file, waypost prints a warning with the line and column of the first syntax error.',
      ],
      json: '{"different": true, "configs": [{"name": "…", "file": "…" or null, "state": "added|changed|unchanged|service_only", "diff": "…"}], "ignored": [{"file": "…", "reason": "hidden|link|folder|other"}]}; diff shows the changes from the payload on the service to the file',
      exitStatuses: [{ status: 1, when: 'with --exit-code, if there are differences' }],
      errors: [{ code: 'invalid_input', when: 'if a file does not contain a valid payload' }],
      rows: 'configs',
      alsoCalls: ['configList'],
      load: () => import('./diff').then(({ configsDiff }) => configsDiff),
    },
  ]),
};
