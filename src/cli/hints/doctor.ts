// The hints of `waypost doctor`.
import { speaksPlainHttp } from '../../client/http/exchange';
import { shellWord } from '../../lib/shell-word';

const ownCertificate =
  "If your company uses its own certificate authority, set NODE_EXTRA_CA_CERTS to a PEM file with the authority's certificate.";

export const doctorHints = {
  agent: 'Use --input to let commands prompt anyway.',
  extraCertificates: 'Set NODE_EXTRA_CA_CERTS to a PEM file that you can read, or unset it.',
  unverified:
    "Unset NODE_TLS_REJECT_UNAUTHORIZED, and set NODE_EXTRA_CA_CERTS to a PEM file with your company's CA certificate.",
  foreign:
    'Change the owner of the directory with chown, or set XDG_CONFIG_HOME to another directory.',
  foreignData: 'Change the owner of the directory with chown.',
  shared: (path: string) =>
    `Prevent other users from replacing the contents of the directory: chmod go-w ${shellWord(path)}`,
  unwritable: (path: string, use: string) =>
    `Allow waypost to store ${use} in the directory: chmod u+wx ${shellWord(path)}`,
  unreachable: 'Check that you have access to the parent directory.',
  loose: (path: string) => `Run: chmod 600 ${shellWord(path)}`,
  noManagementKey:
    'Only commands that manage keys, licensees and configs require a management key.',
  shadowed: (winner: string) => `To use the overridden key, remove or unset ${winner}.`,
  dns: 'Check --base-url for typos, then check the network and its DNS server.',
  proxy: ({ hostname }: URL) =>
    `Check HTTPS_PROXY and HTTP_PROXY. If the proxy requires a username and a password, add them to the proxy's URL. To reach the service without the proxy, set NO_PROXY=${hostname}.`,
  clock:
    "Correct this machine's clock, preferably with network time (NTP). Ranges such as --last 1h depend on the clock.",
  plainHttp: 'Check the scheme and the port of --base-url.',
  noDate: 'Check whether a proxy or gateway removes the Date header.',
} as const;

const byTlsCode: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    "Check the service's certificate, which has expired, and this machine's clock, which might be ahead.",
  CERT_NOT_YET_VALID:
    "Check the service's certificate, which is not valid yet, and this machine's clock, which might be behind.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Check --base-url, because the certificate is for another host name. Also check whether a login page intercepts the request.',
};

/** Returns the hint for a failed TLS handshake, according to Node's error code. */
export function tlsHint(error: Error): string {
  if (speaksPlainHttp(error)) return doctorHints.plainHttp;
  const code = 'code' in error ? String(error.code) : '';
  return byTlsCode[code] ?? ownCertificate;
}
