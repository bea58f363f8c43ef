// Describes `waypost doctor`, which checks waypost's setup.
import type { CommandSpec } from '../../line/command';

export const doctorSpec: CommandSpec = {
  name: 'doctor',
  summary: 'Check the installation, the credentials and the connection to the service',
  description:
    'Check the version, configuration, credentials and connection to the service, and print a hint for each failure.',
  examples: ['waypost doctor', "waypost doctor --json | jq '.checks[] | select(.ok | not)'"],
  details: [
    'You can paste the output into a bug report. The output does not contain keys, and shows the home directory as ~. waypost sends one request, which costs nothing. If the connection fails, the report names the step that failed (proxy, dns, tcp, tls, answer), and waypost skips the later steps.',
    'The report shows an overridden credential and a missing management key, but does not count them as failures.',
  ],
  json: '{"ok": true, "checks": [{"name": "version", "ok": true, "message": "…", "hint": "…"}, …]}; hint is omitted if there is nothing to do',
  exitStatuses: [{ status: 1, when: 'if a check fails (waypost still prints the report)' }],
  rows: 'checks',
  alsoCalls: ['keyAvailability'],
  load: () => import('./doctor').then(({ runDoctor }) => runDoctor),
};
