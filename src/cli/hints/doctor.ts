// The hints of `waypost doctor`.
import { speaksPlainHttp } from '../../client/http/exchange';
import { shellWord } from '../../lib/shell-word';

const ownCertificate = 'If your company has its own certificate, set NODE_EXTRA_CA_CERTS.';

/** Hints by the finding. */
export const doctorHints = {
  agent: 'Use --input if commands should prompt anyway.',
  extraCertificates: 'Set NODE_EXTRA_CA_CERTS to a PEM file that you can read, or unset it.',
  unverified: 'Unset it, and set NODE_EXTRA_CA_CERTS to the certificate of your company.',
  foreign: 'Change its owner with chown, or set XDG_CONFIG_HOME to another directory.',
  foreignData: 'Change its owner with chown.',
  shared: (path: string) =>
    `Other users can replace its contents. Run: chmod go-w ${shellWord(path)}`,
  unwritable: (path: string, use: string) =>
    `waypost cannot store ${use} there. Try: chmod u+wx ${shellWord(path)}`,
  unreachable: 'Check that its parent is a directory that you can enter.',
  loose: (path: string) => `Run: chmod 600 ${shellWord(path)}`,
  noManagementKey: 'Only commands that manage keys, licensees and configs require one.',
  shadowed: (winner: string) => `To use the other one, remove or unset ${winner}.`,
  dns: 'Check --base-url for a typing error, then check the network and its DNS server.',
  proxy: ({ hostname }: URL) =>
    `Check HTTPS_PROXY and HTTP_PROXY, with a username and password if the proxy requires them, or reach the service directly with NO_PROXY=${hostname}.`,
  clock:
    'Correct the clock of this machine, preferably with network time. Ranges such as --last 1h depend on it.',
  plainHttp: 'Check the scheme and the port of --base-url.',
  noDate: 'A proxy or gateway might have removed the header.',
} as const;

const byTlsCode: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired, or the clock of this machine is ahead.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet, or the clock of this machine is behind.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another name. Check --base-url, and whether a login page is in between.',
};

/** The hint for a TLS failure, by its error code. */
export function tlsHint(error: Error): string {
  if (speaksPlainHttp(error)) return doctorHints.plainHttp;
  const code = 'code' in error ? String(error.code) : '';
  return byTlsCode[code] ?? ownCertificate;
}
