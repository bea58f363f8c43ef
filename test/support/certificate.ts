// A certificate and its key, created with openssl for the tests of a file.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirement } from './requirement';

/** A certificate in a directory. */
export interface Certificate {
  /** Whether the certificate could be created; fails instead if openssl is required. */
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
      return 'there is no openssl to make one';
    }
  });
  return { isThere, path, options: () => ({ key: readFileSync(key), cert: readFileSync(path) }) };
}
