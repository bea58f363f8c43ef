// Whether everything is in place.
import { asJson, type CommandSpec } from '../../command';

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'Check the installation, the credentials and the way to the service',
  description:
    'Check version, configuration, credentials and the way to the service, and say what to do about what is wrong.',
  examples: [
    { command: 'waypost doctor' },
    { command: "waypost doctor --json | jq '.checks[] | select(.ok | not)'" },
  ],
  details: [
    'The report is fit for a bug report: it holds no key, and the home directory is written ~. The service is asked one question that costs nothing. A step on the way to it that fails is named (proxy, dns, tcp, tls, answer), and what comes after it is not tried.',
    'A credential that another one shadows is mentioned, and is no failure; neither is a missing management key.',
  ],
  output: asJson(
    '{"ok": true, "checks": [{"name": "version", "ok": true, "message": "…", "hint": "…"}, …]}; hint is left out where there is nothing to do',
  ),
  exitStatuses: [{ status: 1, when: 'if a check failed; the report is delivered all the same' }],
  rows: 'checks',
  load: () => import('./doctor'),
};
