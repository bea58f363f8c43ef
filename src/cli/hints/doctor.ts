// The hints of `waypost doctor`.
import { speaksPlainHttp } from '../../client/http/exchange';
import { shellWord } from '../../lib/shell-word';

const ownCertificate = 'A company certificate goes into NODE_EXTRA_CA_CERTS.';

/** By the finding. */
export const doctorHints = {
  agent: 'With --input, commands ask all the same.',
  extraCertificates: 'Name a file in PEM format that you can read, or unset NODE_EXTRA_CA_CERTS.',
  unverified: 'Unset it, and name a company certificate in NODE_EXTRA_CA_CERTS.',
  foreign: 'Make it yours with chown, or name another directory in XDG_CONFIG_HOME.',
  foreignData: 'Make it yours with chown.',
  shared: (path: string) => `Others can replace what is in it. Run: chmod go-w ${shellWord(path)}`,
  unwritable: (path: string, use: string) =>
    `${use} cannot be stored there. Try: chmod u+wx ${shellWord(path)}`,
  unreachable: 'Check that what stands above it is a directory that you may enter.',
  loose: (path: string) => `Run: chmod 600 ${shellWord(path)}`,
  noManagementKey: 'Only commands that manage keys, licensees and configs need one.',
  shadowed: (winner: string) => `To use the other one, omit ${winner} or unset it.`,
  dns: 'Check --base-url for a mistyped name, and the network and its name server.',
  proxy: ({ hostname }: URL) =>
    `Check HTTPS_PROXY and HTTP_PROXY, with user name and password if the proxy wants them, or reach the service directly with NO_PROXY=${hostname}.`,
  clock:
    'Set the clock of this machine, best by network time. Ranges such as --last 1h depend on it.',
  plainHttp: 'Check the scheme and the port of --base-url.',
  noDate: 'A proxy or gateway on the way may have removed the header.',
} as const;

const byTlsCode: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate is out of date, or the clock of this machine is ahead.',
  CERT_NOT_YET_VALID: 'The clock of this machine is behind, or the certificate is for later.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another name. Check --base-url, and for a log-in page in between.',
};

/** About a failure of TLS, by the code of its error. */
export function tlsHint(error: Error): string {
  if (speaksPlainHttp(error)) return doctorHints.plainHttp;
  const code = 'code' in error ? String(error.code) : '';
  return byTlsCode[code] ?? ownCertificate;
}
