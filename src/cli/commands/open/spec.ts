// The command that opens the dashboard.
import { type CommandSpec, option } from '../../line/command';

export const openSpec: CommandSpec = {
  name: 'open',
  summary: 'Open the dashboard in the browser',
  description: 'Open the dashboard of the service in use in the browser. The URL contains no key.',
  options: [
    option('--print', 'print the URL instead of opening it, even if the service is not running'),
  ],
  examples: ['waypost open', { command: 'waypost open --print', note: 'prints the URL only' }],
  details: [
    'waypost treats a service on this machine as a sandbox, whose dashboard is at /dashboard. It does not know the dashboards of other services and opens their home page. With --json, with --no-input or in CI, it does not open a page.',
  ],
  json: '{"url": "http://127.0.0.1:8787/dashboard", "dashboard": true}; dashboard is false if url is the service\'s home page',
  errors: [
    { code: 'invalid_input', when: 'if the base URL is invalid' },
    { code: 'invalid_credentials_file' },
    {
      code: 'network_error',
      when: 'if the URL is on this machine, but no program listens on its port',
    },
  ],
  runsPrograms: true,
  load: () => import('./open').then(({ openDashboard }) => openDashboard),
};
