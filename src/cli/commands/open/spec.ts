// Describes `waypost open`, which opens the dashboard.
import { type CommandSpec, option } from '../../line/command';

export const openSpec: CommandSpec = {
  name: 'open',
  summary: 'Open the dashboard in the browser',
  description: "Open the service's dashboard in the browser. The URL does not contain a key.",
  options: [
    option(
      '--print',
      'print the URL instead of opening the page, even if the service is not running',
    ),
  ],
  examples: ['waypost open', { command: 'waypost open --print', note: 'prints the URL only' }],
  details: [
    "If the service is on this machine, waypost opens the sandbox's dashboard at /dashboard. For any other service, waypost opens the service's home page. In CI, and with --json or --no-input, waypost prints the URL and does not open a page.",
  ],
  json: '{"url": "http://127.0.0.1:8787/dashboard", "dashboard": true}; dashboard is false if url is the service\'s home page',
  errors: [
    { code: 'invalid_input', when: 'if the base URL is invalid' },
    { code: 'invalid_credentials_file' },
    {
      code: 'network_error',
      when: 'if the URL refers to this machine, but no program listens on the port',
    },
  ],
  runsPrograms: true,
  load: () => import('./open').then(({ openDashboard }) => openDashboard),
};
