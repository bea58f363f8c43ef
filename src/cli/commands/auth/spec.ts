// The commands about this machine's credentials.
import type { CommandGroup } from '../../command';

export const auth: CommandGroup = {
  name: 'auth',
  summary: 'Log in, log out, and see which credentials are in use',
  loadOutputs: () => import('./outputs'),
  commands: [
    {
      name: 'login',
      summary: 'Verify an API key and store it',
      description:
        'Verify an API key, and a management key if you give one, and store them for later commands.',
      examples: [
        {
          command: 'waypost auth login',
          note: 'asks for the keys, hidden while you type',
        },
        { command: `printf '%s\\n' "$KEY" | waypost auth login --api-key - --json` },
        {
          command: `printf '%s\\n' "$KEY" "$TOKEN" | waypost auth login --api-key - --management-key - --json`,
        },
      ],
      output: [
        {
          title: 'Output (--json)',
          text: '{"success": true, "config_path": "…", "available": true}',
        },
      ],
      errors: [
        { code: 'invalid_input' },
        { code: 'auth_failed' },
        { code: 'write_failed' },
        { code: 'network_error' },
        { code: 'timeout' },
      ],
      load: () => import('./login'),
    },
    {
      name: 'logout',
      summary: 'Remove the stored credentials',
      description: 'Remove the stored credentials. The keys stay valid at the service.',
      examples: [{ command: 'waypost auth logout' }],
      output: [
        {
          title: 'Output (--json)',
          text: '{"success": true, "removed": true, "config_path": "…"}; removed is false where there was no file',
        },
      ],
      errors: [{ code: 'write_failed' }],
      load: () => import('./logout'),
    },
    {
      name: 'whoami',
      summary: 'Show where each credential comes from and whether the API key works',
      description:
        'Show where each credential comes from, and ask the service whether the key works.',
      options: [{ name: 'check', description: 'exit with status 4 when the API key is not live' }],
      examples: [
        { command: 'waypost auth whoami' },
        { command: 'waypost auth whoami --check --json', note: 'in a script' },
      ],
      output: [
        {
          title: 'Output (--json)',
          text: '{"api_key": {"source": "flag|env|config", "preview": "ak_abc…"} or null, "user_token": the same or null, "live": true, "available": true}; available is left out where there is no API key',
        },
      ],
      exitStatuses: [{ status: 4, when: 'with --check, when the key is not live' }],
      errors: [
        { code: 'network_error' },
        {
          code: 'timeout',
          when: 'where the service cannot be asked, the sources under details',
        },
      ],
      load: () => import('./whoami'),
    },
    {
      name: 'token',
      summary: 'Print the API key or the management key',
      description: 'Print the API key in use, or the management key, and nothing else.',
      options: [
        {
          name: 'management',
          description: 'print the management key; so does --management-key without a value',
        },
      ],
      examples: [{ command: 'curl -H "Authorization: Bearer $(waypost auth token)" …' }],
      output: [{ title: 'Output (--json)', text: '{"token": "…", "source": "flag|env|config"}' }],
      errors: [{ code: 'missing_api_key' }, { code: 'missing_user_token' }],
      load: () => import('./token'),
    },
  ],
};
