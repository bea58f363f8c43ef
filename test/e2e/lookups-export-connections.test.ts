// `lookups export` over the connections there are: encrypted or not, framed one way or another, kept or
// closed behind the log. Nothing is lost at the end, however long the rows before it take to write.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logBetween } from '../support/log';
import { requirement } from '../support/requirement';
import { Home } from '../support/tool';

const start = Date.parse('2025-01-01T00:00Z');
const csv = logBetween(start, start + 200_000 * 1000, 1000);
const body = Buffer.from(csv);
const rows = 200_001;

const framings: Record<string, Record<string, string | number>> = {
  'its length first': { 'content-length': body.length },
  'its length first, and closed': { 'content-length': body.length, connection: 'close' },
  'in chunks': {},
  'in chunks, and closed': { connection: 'close' },
};

const answer: RequestListener = ({ url = '' }, response) => {
  const [, index = 0] = /ak_framing(\d)/.exec(url) ?? [];
  response.writeHead(200, {
    'content-type': 'text/csv',
    ...Object.values(framings)[Number(index)],
  });
  response.end(body);
};

const home = new Home();
const certificate = join(home.path, 'certificate.pem');
const hasOpenssl = requirement('certificates', () => {
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-keyout', join(home.path, 'key.pem'), '-out', certificate, '-days', '2'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ],
      { stdio: 'ignore' },
    );
    return undefined;
  } catch {
    return 'there is no openssl to make one';
  }
});

describe.each([['in the open', 'http'], ...(hasOpenssl ? [['encrypted', 'https']] : [])])(
  '%s',
  (_, scheme) => {
    let server: Server;
    let url: string;

    beforeAll(async () => {
      if (scheme === 'http') server = createPlainServer(answer);
      else {
        const key = readFileSync(join(home.path, 'key.pem'));
        server = createTlsServer({ key, cert: readFileSync(certificate) }, answer);
      }
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const address = server.address();
      url = `${scheme}://localhost:${typeof address === 'object' ? address?.port : 0}/v1`;
    });
    afterAll(() => server.close());

    const run = (index: number, args: string[]) =>
      home.run(['lookups', 'export', ...args], {
        env: {
          WAYPOST_API_KEY: `ak_framing${index}`,
          WAYPOST_USER_TOKEN: 'uk_framing',
          WAYPOST_BASE_URL: url,
          NODE_EXTRA_CA_CERTS: certificate,
        },
      });

    test.each(Object.keys(framings).map((name, index) => [name, index] as const))(
      '%s: every row, once',
      async (_name, index) => {
        const whole = await run(index, []);
        expect({ status: whole.status, stderr: whole.stderr }).toEqual({ status: 0, stderr: '' });
        expect(whole.stdout === csv).toBe(true);
        const ndjson = await run(index, ['--format', 'ndjson']);
        expect({ status: ndjson.status, stderr: ndjson.stderr }).toEqual({ status: 0, stderr: '' });
        const lines = ndjson.stdout.trimEnd().split('\n');
        expect(lines).toHaveLength(rows);
        expect(JSON.parse(lines.at(-1) ?? '').timestamp).toBe(
          new Date(start + (rows - 1) * 1000).toISOString(),
        );
      },
    );
  },
);

afterAll(() => home.remove());
