// Describes the `waypost auth` commands.
import { argument, type CommandGroup, option } from '../../line/command';
import { yes } from '../../line/common-options';

export const authSpec: CommandGroup = {
  name: 'auth',
  summary: 'Log in, log out, and see which credentials are in use',
  commands: [
    {
      name: 'login',
      summary: 'Verify an API key and store it',
      description:
        'Verify an API key and an optional management key, and store them for later commands.',
      options: [
        option(
          '--api-key-command <command>',
          'command that prints the API key; waypost stores the command instead of the key, and runs the command whenever waypost needs the key',
        ),
        option('--user-token-command <command>', 'command that prints the management key', {
          alias: 'management-key-command',
        }),
      ],
      examples: [
        {
          command: 'waypost auth login',
          note: 'prompts for the keys, and hides your input',
        },
        `printf '%s\\n' "$KEY" | waypost auth login --api-key - --json`,
        `printf '%s\\n' "$KEY" "$TOKEN" | waypost auth login --api-key - --management-key - --json`,
        {
          command: 'waypost auth login --api-key-command "op read op://dev/waypost/key"',
          note: 'the key stays in the secret manager',
        },
      ],
      details: [
        'If several services are available, waypost prompts you to choose a service before you enter the key. The choices are the default service, running sandboxes, and the services in stored logins and settings. To skip this prompt, set --base-url or WAYPOST_BASE_URL.',
        "waypost splits the value of --api-key-command into words as a shell does, but runs the command without a shell. To use variables or pipes, run the command with sh -c. The command must print the key on the first line of its output, and end within 30 seconds. waypost verifies the key, but does not store it. waypost removes WAYPOST_API_KEY and WAYPOST_USER_TOKEN from the command's environment.",
      ],
      json: '{"success": true, "config_path": "…", "available": true}',
      errors: [
        { code: 'invalid_input' },
        { code: 'auth_failed', when: 'if the service rejects a key' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token', when: 'if the command that prints the key fails' },
        { code: 'write_failed' },
        { code: 'network_error' },
        { code: 'timeout' },
        { code: 'invalid_credentials_file' },
      ],
      asks: 'without_login',
      alsoCalls: ['keyAvailability', 'keyDetails'],
      runsPrograms: true,
      load: () => import('./login').then(({ authLogin }) => authLogin),
    },
    {
      name: 'logout',
      summary: 'Remove the stored credentials',
      description:
        'Remove the stored credentials of the active profile. The keys remain valid on the service. At a terminal, waypost asks for confirmation.',
      options: [yes],
      examples: ['waypost auth logout', 'waypost auth logout --yes'],
      json: '{"success": true, "removed": true, "config_path": "…"}; removed is false if no login was stored',
      errors: [{ code: 'write_failed' }],
      load: () => import('./auth').then(({ authLogout }) => authLogout),
    },
    {
      name: 'whoami',
      summary: 'Show where each credential comes from and whether the API key works',
      description:
        'Show where each credential comes from, and check with the service whether the API key works.',
      options: [option('--check', 'return exit code 4 if the API key does not work')],
      examples: [
        'waypost auth whoami',
        { command: 'waypost auth whoami --check --json', note: 'in a script' },
      ],
      json: '{"api_key": {"source": "flag|env|config", "preview": "ak_abc…"} or null, "user_token": {…} or null, "live": true, "available": true}; user_token has the same fields as api_key; available is omitted if there is no API key',
      exitStatuses: [{ status: 4, when: 'with --check, if the API key does not work' }],
      errors: [
        { code: 'network_error' },
        {
          code: 'timeout',
          when: 'if waypost cannot reach the service (details contains the source of each credential)',
        },
        { code: 'invalid_credentials_file' },
      ],
      asks: 'without_login',
      alsoCalls: ['keyAvailability'],
      load: () => import('./whoami').then(({ authWhoami }) => authWhoami),
    },
    {
      name: 'token',
      summary: 'Print the API key or the management key',
      description:
        'Print the API key in use and nothing else. With --management, print the management key.',
      options: [
        option(
          '--management',
          'print the management key; --management-key without a value has the same effect',
        ),
        option('--reveal', 'print the key even if a coding agent runs waypost'),
      ],
      examples: ['curl -H "Authorization: Bearer $(waypost auth token)" …'],
      details: [
        "If a coding agent runs waypost, auth token requires --reveal, because the key would become part of the agent's conversation. `waypost help environment` lists the environment variables that identify an agent. Use `waypost exec` or `waypost proxy` to run a command without showing the key to the agent.",
      ],
      json: '{"token": "…", "source": "flag|env|config"}',
      errors: [
        { code: 'invalid_input', when: 'if a coding agent runs waypost and --reveal is missing' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token' },
        { code: 'invalid_credentials_file' },
      ],
      textIsData: true,
      load: () => import('./whoami').then(({ authToken }) => authToken),
    },
    {
      name: 'scan',
      summary: 'Find your keys in files and shell histories',
      description:
        'Search files, directories and standard input for the keys of all stored logins. waypost prints the file and line where it finds a key, but never the key itself.',
      arguments: [
        argument(
          '[file...]',
          'files and directories to search; - reads standard input (default: the working directory; with --history, only the shell histories)',
        ),
      ],
      options: [option('--history', 'search the histories of bash, zsh, fish and PowerShell')],
      examples: [
        {
          command: 'git diff --cached --text | waypost auth scan -',
          note: 'for a pre-commit hook; returns exit code 1 if the commit contains a key',
        },
        'waypost auth scan --history',
        'waypost auth scan configs/ --json',
      ],
      details: [
        'waypost also searches for the keys that you set with options and environment variables. waypost finds keys in plain text, with JSON, URL or HTML escapes, in base64 (with or without line breaks), and in UTF-16. waypost does not find keys in other encodings or in compressed files. waypost ignores ak_test, because every sandbox accepts this key.',
        'waypost searches directories recursively, and also searches binary files. waypost skips symbolic links, directories named .git, and its own credentials files. Git compresses its history, so waypost cannot search the history directly. Instead, pipe the output of `git log -p --all -m --text` into `waypost auth scan -`. Without --text, Git omits the contents of UTF-16 and binary files.',
        'If a login has a key command, waypost runs the command. If there is no key to search for, the exit code is 4.',
      ],
      json: '{"found": [{"file": "…", "line": 12, "credential": "api_key|user_token", "profile": "…" or null}], "files": 3, "unread": [{"file": "…", "message": "…"}]}; file is - for standard input; profile is null for the default profile, and for a key from an option or variable; files is the number of searched files',
      exitStatuses: [{ status: 1, when: 'if waypost finds a key' }],
      errors: [
        {
          code: 'invalid_input',
          when: 'if waypost cannot read a path, or if you do not pipe anything into `auth scan -`',
        },
        { code: 'missing_api_key', when: 'if there is no key to search for' },
      ],
      rows: 'found',
      load: () => import('./scan').then(({ authScan }) => authScan),
    },
    {
      name: 'list',
      summary: 'List the stored logins with their profiles, services and masked keys',
      description:
        'List the logins stored on this machine, with their services and the first characters of their keys. waypost marks the active login.',
      options: [option('--check', 'check with each service whether the key works (costs nothing)')],
      examples: ['waypost auth list', 'waypost auth list --check --json'],
      json: '[{"profile": "…" or null, "base_url": "…", "api_key": {"source": "config", "preview": "ak_abc…"}, "user_token": {…} or null, "current": true}, …]; user_token has the same fields as api_key; profile is null for the default profile; if the login has a key command, the command field contains the program that prints the key; --check adds the fields live and available; if waypost cannot reach the service, live and available are null and error contains the reason',
      errors: [{ code: 'invalid_input', when: 'if the profiles file is damaged' }],
      rows: '',
      alsoCalls: ['keyAvailability'],
      load: () => import('./auth').then(({ authList }) => authList),
    },
    {
      name: 'switch',
      summary: 'Choose the profile that later commands use',
      description:
        'Choose the profile for later commands. --profile, WAYPOST_PROFILE and a bound directory override this choice.',
      arguments: [
        argument(
          '[profile]',
          'profile to use, or "default" for the default profile; without this argument, waypost prompts you to choose a profile at a terminal',
          { completion: 'profile' },
        ),
      ],
      options: [option('--default', 'use the default profile again')],
      examples: [
        { command: 'waypost auth switch', note: 'prompts you to choose a profile' },
        'waypost auth switch acme',
        'waypost auth switch --default',
      ],
      json: '{"success": true, "profile": "acme" or null, "config_path": "…"}',
      errors: [
        { code: 'invalid_input', when: 'if the profile does not exist' },
        { code: 'write_failed' },
      ],
      load: () => import('./auth').then(({ authSwitch }) => authSwitch),
    },
    {
      name: 'remove',
      summary: 'Remove a profile and its login',
      description:
        'Remove a profile and its login from this machine. The keys remain valid on the service. waypost asks for confirmation.',
      arguments: [
        argument('<profile>', 'profile to remove, or "default" for the default profile', {
          completion: 'profile',
        }),
      ],
      options: [yes],
      examples: ['waypost auth remove acme --yes'],
      details: [
        'If you chose the removed profile with `auth switch`, waypost uses the default profile again. waypost unbinds the directories that were bound to the profile, and lists these directories.',
      ],
      json: '{"success": true, "profile": "acme" or null, "removed": true, "was_current": false, "unbound": ["…"]}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the profile does not exist, or --yes is missing in a script',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./auth').then(({ authRemove }) => authRemove),
    },
  ],
};
