// The commands about this machine's credentials.
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
        'Verify an API key, and a management key if you give one, and store them for later commands.',
      options: [
        option(
          '--api-key-command <command>',
          'command that prints the API key; stored in its place, and run when needed',
        ),
        option('--user-token-command <command>', 'command that prints the management key', {
          alias: 'management-key-command',
        }),
      ],
      examples: [
        {
          command: 'waypost auth login',
          note: 'asks for the keys, hidden while you type',
        },
        `printf '%s\\n' "$KEY" | waypost auth login --api-key - --json`,
        `printf '%s\\n' "$KEY" "$TOKEN" | waypost auth login --api-key - --management-key - --json`,
        {
          command: 'waypost auth login --api-key-command "op read op://dev/waypost/key"',
          note: 'the key stays in the secret manager',
        },
      ],
      details: [
        'Without --base-url and WAYPOST_BASE_URL, a login that asks for the key asks first which service it is for, where more than one is known: stored logins, settings, running sandboxes, the default.',
        'A command is split into words as a shell does, and run without a shell: nothing is expanded, and a pipe needs sh -c. It has 30 seconds. The first line it prints is the key, which is verified and never stored. It does not see WAYPOST_API_KEY and WAYPOST_USER_TOKEN.',
      ],
      json: '{"success": true, "config_path": "…", "available": true}',
      errors: [
        { code: 'invalid_input' },
        { code: 'auth_failed' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token', when: 'where the command for the key fails' },
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
        'Remove the stored credentials. The keys stay valid at the service. Asks first in a terminal.',
      options: [yes],
      examples: ['waypost auth logout', 'waypost auth logout --yes'],
      json: '{"success": true, "removed": true, "config_path": "…"}; removed is false where there was no file',
      errors: [{ code: 'write_failed' }],
      load: () => import('./auth').then(({ authLogout }) => authLogout),
    },
    {
      name: 'whoami',
      summary: 'Show where each credential comes from and whether the API key works',
      description:
        'Show where each credential comes from, and ask the service whether the key works.',
      options: [option('--check', 'exit with status 4 when the API key is not live')],
      examples: [
        'waypost auth whoami',
        { command: 'waypost auth whoami --check --json', note: 'in a script' },
      ],
      json: '{"api_key": {"source": "flag|env|config", "preview": "ak_abc…"} or null, "user_token": the same or null, "live": true, "available": true}; available is omitted where there is no API key',
      exitStatuses: [{ status: 4, when: 'with --check, when the key is not live' }],
      errors: [
        { code: 'network_error' },
        {
          code: 'timeout',
          when: 'where the service cannot be asked, the sources under details',
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
      description: 'Print the API key in use, or the management key, and nothing else.',
      options: [
        option(
          '--management',
          'print the management key; so does --management-key without a value',
        ),
        option('--reveal', 'print the key although a coding agent reads it'),
      ],
      examples: ['curl -H "Authorization: Bearer $(waypost auth token)" …'],
      details: [
        'In the terminal of a coding agent (`waypost help environment` lists the variables that say so), auth token requires --reveal: what it prints becomes part of the conversation. `waypost exec` and `waypost proxy` run a command without showing the key.',
      ],
      json: '{"token": "…", "source": "flag|env|config"}',
      errors: [
        { code: 'invalid_input', when: 'without --reveal, if a coding agent runs the terminal' },
        { code: 'missing_api_key' },
        { code: 'missing_user_token' },
        { code: 'invalid_credentials_file' },
      ],
      textIsData: true,
      load: () => import('./whoami').then(({ authToken }) => authToken),
    },
    {
      name: 'scan',
      summary: 'Find your keys in clear text in files and shell histories',
      description:
        'Search files, directories and standard input for the keys of all stored logins. Prints file and line, never the key.',
      arguments: [
        argument(
          '[file...]',
          'files and directories to search; - reads standard input (default: the working directory, except with --history)',
        ),
      ],
      options: [option('--history', 'search the histories of bash, zsh, fish and PowerShell')],
      examples: [
        {
          command: 'git diff --cached | waypost auth scan -',
          note: 'as a pre-commit hook: ends with 1 if a key would be committed',
        },
        'waypost auth scan --history',
        'waypost auth scan configs/ --json',
      ],
      details: [
        'Keys in use from options and variables are searched for too. A key is found as it is, with characters escaped as in JSON, URLs or HTML, in base64, also with line breaks, and in UTF-16. A key in another encoding, or in a compressed file, is not found. ak_test, the key of every sandbox, is no secret.',
        'Directories are searched with everything below them, binary files included, except directories named .git, links, and the credentials files of waypost. Git compresses what it stores: pipe in `git log -p`.',
        'A login whose key a command prints runs that command. Without any key, the exit code is 4: a search for nothing is no proof.',
      ],
      json: '{"found": [{"file": "…", "line": 12, "credential": "api_key|user_token", "profile": "…" or null}], "files": 3, "unread": [{"file": "…", "message": "…"}]}; file is - for standard input; profile is null for the login without one, and for a key of an option or variable; files counts those that were searched',
      exitStatuses: [{ status: 1, when: 'if it found a key' }],
      errors: [
        { code: 'invalid_input', when: 'if a path does not exist or nothing is piped in' },
        { code: 'missing_api_key', when: 'if no key is known' },
      ],
      rows: 'found',
      load: () => import('./scan').then(({ authScan }) => authScan),
    },
    {
      name: 'list',
      summary: 'List the stored logins: profiles, services, keys',
      description:
        'List the logins stored on this machine with their services and the beginnings of their keys. The one in use here is marked.',
      options: [option('--check', 'ask each service whether the key works; for free')],
      examples: ['waypost auth list', 'waypost auth list --check --json'],
      json: '[{"profile": "…" or null, "base_url": "…", "api_key": {"source": "config", "preview": "ak_abc…"}, "user_token": the same or null, "current": true}, …]; profile is null for the login without one; a key that a command prints has command, its program; with --check also live and available, null with error where the service cannot be asked',
      errors: [{ code: 'invalid_input', when: 'where the file of profiles is damaged' }],
      rows: '',
      alsoCalls: ['keyAvailability'],
      load: () => import('./auth').then(({ authList }) => authList),
    },
    {
      name: 'switch',
      summary: 'Choose the default profile',
      description:
        'Choose the profile that is used if neither --profile, WAYPOST_PROFILE nor a bound directory chooses one.',
      arguments: [
        argument(
          '[profile]',
          'a profile that has a login, or default; a terminal offers the list',
          { completion: 'profile' },
        ),
      ],
      options: [option('--default', 'use the login without a profile again')],
      examples: [
        { command: 'waypost auth switch', note: 'choose from the list' },
        'waypost auth switch acme',
        'waypost auth switch --default',
      ],
      json: '{"success": true, "profile": "acme" or null, "config_path": "…"}',
      errors: [
        { code: 'invalid_input', when: 'where there is no such profile' },
        { code: 'write_failed' },
      ],
      load: () => import('./auth').then(({ authSwitch }) => authSwitch),
    },
    {
      name: 'remove',
      summary: 'Remove a profile with its login',
      description:
        'Remove a profile with its login from this machine. The keys stay valid at the service. Asks first.',
      arguments: [
        argument('<profile>', 'a profile that has a login, or default', { completion: 'profile' }),
      ],
      options: [yes],
      examples: ['waypost auth remove acme --yes'],
      details: [
        'Where it was the current profile, the login without a profile is used again. Directories that are bound to it are no longer bound, and are named.',
      ],
      json: '{"success": true, "profile": "acme" or null, "removed": true, "was_current": false, "unbound": ["…"]}',
      errors: [
        { code: 'invalid_input', when: 'where there is no such profile, or nobody can be asked' },
        { code: 'write_failed' },
      ],
      load: () => import('./auth').then(({ authRemove }) => authRemove),
    },
  ],
};
