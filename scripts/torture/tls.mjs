// Servers with ten different TLS faults. The command trusts a test certificate authority (NODE_EXTRA_CA_CERTS).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** Creates a certificate authority and certificates in `directory`. Returns undefined if openssl fails. */
export function makeCertificates(directory) {
  const at = (name) => join(directory, name);
  const openssl = (line) =>
    execFileSync('openssl', line.split(' '), { cwd: directory, stdio: 'ignore' });
  const issue = (name, { host = 'IP:127.0.0.1', days = 1, issuer = 'ca', bits = 2048 } = {}) => {
    const [key, request] = [`${name}.key`, `${name}.csr`];
    openssl(`req -newkey rsa:${bits} -nodes -keyout ${key} -subj /CN=${name} -out ${request}`);
    writeFileSync(at('extensions'), `subjectAltName=${host}\n`);
    const by =
      issuer === name
        ? `-signkey ${key}`
        : `-CA ${issuer}.crt -CAkey ${issuer}.key -CAcreateserial`;
    openssl(`x509 -req -in ${request} ${by} -days ${days} -extfile extensions -out ${name}.crt`);
    return { key: readFileSync(at(key)), cert: readFileSync(at(`${name}.crt`)) };
  };
  const authority = (name) =>
    openssl(
      `req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -subj /CN=${name} -days 1 -out ${name}.crt`,
    );
  try {
    authority('ca');
    authority('unknown');
    return {
      authority: at('ca.crt'),
      right: issue('right'),
      expired: issue('expired', { days: -1 }),
      ofAnotherHost: issue('other', { host: 'DNS:example.org' }),
      selfSigned: issue('self', { issuer: 'self' }),
      ofUnknownAuthority: issue('stranger', { issuer: 'unknown' }),
      weak: issue('weak', { bits: 512 }),
    };
  } catch {
    return undefined;
  }
}

/** Returns the servers as { name, createServer(onSocket) }. The first server has no fault. */
export function tlsServers(certificates) {
  const tls = (options) => (onSocket) => {
    const server = createServer(options, onSocket);
    server.on('tlsClientError', () => {});
    return server;
  };
  const plain = (onConnection) => () =>
    createPlainServer((socket) => {
      socket.on('error', () => {});
      onConnection(socket);
    });
  const { right } = certificates;
  return [
    { name: 'right', createServer: tls(right) },
    { name: 'expired certificate', createServer: tls(certificates.expired) },
    { name: 'certificate for another host', createServer: tls(certificates.ofAnotherHost) },
    { name: 'self-signed certificate', createServer: tls(certificates.selfSigned) },
    { name: 'unknown certificate authority', createServer: tls(certificates.ofUnknownAuthority) },
    {
      name: 'weak key',
      createServer: tls({ ...certificates.weak, ciphers: 'DEFAULT@SECLEVEL=0' }),
    },
    {
      name: 'only TLS 1.1',
      createServer: tls({
        ...right,
        minVersion: 'TLSv1.1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    },
    {
      name: 'client certificate required',
      createServer: tls({ ...right, requestCert: true, rejectUnauthorized: true }),
    },
    {
      name: 'plain HTTP',
      createServer: plain((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')),
    },
    {
      name: 'reset after the ClientHello',
      createServer: plain((socket) => socket.once('data', () => socket.resetAndDestroy())),
    },
    { name: 'garbage', createServer: plain((socket) => socket.end(Buffer.alloc(600, 0x16))) },
  ];
}
