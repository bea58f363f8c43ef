// Whether everything is set up.
import type { CommandSpec } from '../../line/command';

export const doctorSpec: CommandSpec = {
  name: 'doctor',
  summary: 'Check the installation, the credentials and the connection to the service',
  description:
    'Check version, configuration, credentials and the connection to the service, and give a hint for each failure.',
  examples: ['waypost doctor', "waypost doctor --json | jq '.checks[] | select(.ok | not)'"],
  details: [
    'The report can go into a bug report: it contains no key, and the home directory is written ~. The service gets one request that costs nothing. A failed step of the connection is named (proxy, dns, tcp, tls, answer), and later steps are not tried.',
    'A credential that another one overrides is mentioned, and is no failure; neither is a missing management key.',
  ],
  json: '{"ok": true, "checks": [{"name": "version", "ok": true, "message": "…", "hint": "…"}, …]}; hint is omitted where there is nothing to do',
  exitStatuses: [{ status: 1, when: 'if a check failed; the report is delivered all the same' }],
  rows: 'checks',
  alsoCalls: ['keyAvailability'],
  load: () => import('./doctor').then(({ runDoctor }) => runDoctor),
};
