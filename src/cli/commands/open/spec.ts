// The command that opens the dashboard.
import { type CommandSpec, option } from '../../line/command';

export const openSpec: CommandSpec = {
  name: 'open',
  summary: 'Open the dashboard in the browser',
  description: 'Open the dashboard of the service in use in the browser. Its address holds no key.',
  options: [option('--print', 'print the address, and open nothing; no service needs to run')],
  examples: ['waypost open', { command: 'waypost open --print', note: 'without a browser' }],
  details: [
    'A service on this machine is taken for a sandbox, which has its dashboard at /dashboard. The dashboards of other services are not known: their first page is opened. With --json, --no-input or in a CI run nothing is opened.',
  ],
  json: '{"url": "http://127.0.0.1:8787/dashboard", "dashboard": true}; dashboard is false where the address is the first page of the service',
  errors: [
    { code: 'invalid_input', when: 'for a base URL that cannot be used' },
    { code: 'invalid_credentials_file' },
    { code: 'network_error', when: 'if nothing listens at an address of this machine' },
  ],
  runsPrograms: true,
  load: () => import('./open').then(({ openDashboard }) => openDashboard),
};
