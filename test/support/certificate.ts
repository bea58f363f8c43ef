// Creates a certificate and its key with openssl.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirement } from './requirement';

/** A certificate in a directory. */
export interface Certificate {
  /** True if openssl created the certificate. See `requirement`. */
  isThere: boolean;
  /** The path of the certificate, for NODE_EXTRA_CA_CERTS. */
  path: string;
  /** The options of an HTTPS server. */
  options(): { key: Buffer; cert: Buffer };
}

/** Creates a certificate for a host name in a directory. */
export function makeCertificate(directory: string, host: string): Certificate {
  const path = join(directory, 'certificate.pem');
  const key = join(directory, 'key.pem');
  const isThere = requirement('certificates', () => {
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      path,
      '-days',
      '2',
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
    ];
    try {
      execFileSync('openssl', words, { stdio: 'ignore' });
      return undefined;
    } catch {
      return 'openssl cannot create a certificate';
    }
  });
  return { isThere, path, options: () => ({ key: readFileSync(key), cert: readFileSync(path) }) };
}
