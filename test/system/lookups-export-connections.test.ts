// Runs `lookups export` with and without TLS, with a content length and with chunks, over connections that the service keeps
// open or closes. The log is long enough that the service has sent all rows before waypost has written them.
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../support/certificate';
import { logBetween, nameRow } from '../support/log';
import { Home } from '../support/tool';

const start = Date.parse('2025-01-01T00:00Z');
const csv = logBetween(start, start + 200_000 * 1000, 1000);
const body = Buffer.from(csv);
const rows = 200_001;

const framings: Record<string, Record<string, string | number>> = {
  'with a content length': { 'content-length': body.length },
  'with a content length, and then closes the connection': {
    'content-length': body.length,
    connection: 'close',
  },
  'in chunks': {},
  'in chunks, and then closes the connection': { connection: 'close' },
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
const certificate = makeCertificate(home.path, 'localhost');

describe.each([['HTTP', 'http'], ...(certificate.isThere ? [['HTTPS', 'https']] : [])])(
  'an export over the protocol %s',
  (_, scheme) => {
    let server: Server;
    let url: string;

    beforeAll(async () => {
      if (scheme === 'http') server = createPlainServer(answer);
      else server = createTlsServer(certificate.options(), answer);
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
          NODE_EXTRA_CA_CERTS: certificate.path,
        },
      });

    test.each(Object.keys(framings).map((name, index) => [name, index] as const))(
      'contains each entry exactly once if the service sends the log %s',
      async (_name, index) => {
        const whole = await run(index, []);
        expect({ status: whole.status, stderr: whole.stderr }).toEqual({ status: 0, stderr: '' });
        expect(whole.stdout === nameRow + csv).toBe(true);
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
