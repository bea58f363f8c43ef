// However large a response is, a command uses at most 150 MB more memory than `waypost version`. On Node 24 or newer, the
// limit is 180 MB, and for the standalone executable, 200 MB.
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshHome } from '../support/keys';
import { requirement } from '../support/requirement';
import { standIn } from '../support/service';
import { expectError, type Home, isNodeBuild } from '../support/tool';

const isFrom24 = Number(process.versions.node.split('.')[0]) >= 24;
const limitOfNodeKb = isFrom24 ? 180_000 : 150_000;
// Bun, which the executable contains, frees memory later than Node.
const limitKb = isNodeBuild ? limitOfNodeKb : 200_000;
const size = 10 * 1024 * 1024;

const isLinux = requirement('memory', () =>
  process.platform === 'linux' ? undefined : 'only Linux reports the peak memory of a process',
);

type Body = (response: ServerResponse) => void;

/** Sends `byte` this many times, each in a separate chunk, and then `end`. */
function byteByByte(type: string, byte: string, count: number, end: string): Body {
  return ({ socket }) => {
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    const many = Buffer.from(chunk(byte).repeat(4096));
    socket?.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`);
    let left = count;
    const send = () => {
      while (left > 0) {
        left -= 4096;
        if (!socket?.write(many)) return void socket?.once('drain', send);
      }
      socket?.end(`${chunk(end)}0\r\n\r\n`);
    };
    send();
  };
}

/** Sends a response of the maximum size whose result is an array of this repeated value. */
function fullOf(value: string): Body {
  const count = Math.floor(size / value.length) - 100;
  const text = `{"code":2000,"message":"Success","result":[${Array(count).fill(value).join('')}0]}`;
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  };
}

async function peakOf(home: Home, args: string[], url: string) {
  const file = join(home.path, 'peak');
  const run = await home.run(args, {
    preload: [join(__dirname, '../support/note-peak.cjs')],
    env: {
      WAYPOST_TEST_PEAK: file,
      WAYPOST_API_KEY: 'ak_memorymemory',
      WAYPOST_USER_TOKEN: 'uk_memorymemory',
      WAYPOST_BASE_URL: url,
    },
  });
  return { run, peak: Number(readFileSync(file, 'utf8')) };
}

/** Runs a command. `more` is the difference in kilobytes between its peak memory and that of `waypost version`. */
async function memoryAbove(args: string[], answer: Body) {
  const home = freshHome();
  const service = await standIn((_, response) => answer(response));
  onTestFinished(() => service.close());
  const before = await peakOf(home, ['version'], service.url);
  const { run, peak } = await peakOf(home, args, service.url);
  return { run, more: peak - before.peak };
}

describe.skipIf(!isLinux)('waypost uses a limited amount of memory', () => {
  const details = ['keys', 'details', '--json'];

  test.each<[string, string[], Body]>([
    [
      'spaces that arrive byte by byte',
      details,
      byteByByte('application/json', ' ', size / 2, '{}'),
    ],
    ['five million objects', details, fullOf('{},')],
    ['five million arrays', details, fullOf('[],')],
    ['two million numbers', details, fullOf('1.5,')],
    ['nested arrays', details, fullOf('[')],
  ])('if it rejects a response that contains %s', async (_, args, body) => {
    const { run, more } = await memoryAbove(args, body);
    expectError(run, 'invalid_response');
    expect(more).toBeLessThan(limitKb);
  });

  const request = ['api', 'get', 'keys/{key}/licensees', '--json'];
  /** Sends a response of the maximum size whose result contains one string that repeats `part`. */
  const textOf =
    (part: string): Body =>
    (response) => {
      const count = Math.floor((size - 100) / Buffer.byteLength(part));
      const text = `{"code":2000,"message":"Success","result":{"id":"${part.repeat(count)}я"}}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    };

  test.each<[string, Body]>([
    ['letters', textOf('x')],
    ['control characters', textOf('\x7f')],
    ['the key', textOf('ak_memorymemory ')],
    ['text that looks like keys', textOf('ak_0123456789 ')],
    ['escaped unpaired surrogates', textOf('\\ud800')],
  ])('if it prints 10 MiB of %s', async (_, body) => {
    for (const args of [request, details, details.slice(0, -1)]) {
      const { run, more } = await memoryAbove(args, body);
      expect(run).toMatchObject({ status: 0, stderr: '' });
      // The command uses 60 to 150 MB. If each step and each match copied the text, the command would use up to 770 MB.
      expect(more).toBeLessThan(limitKb);
    }
  });

  test('if it prints an error message of 10 MiB', async () => {
    const { run, more } = await memoryAbove(details, (response) => {
      const message = 'ak_memorymemory '.repeat(size / 16 - 10);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 4006, message }));
    });
    expectError(run, 'api_error');
    expect(more).toBeLessThan(limitKb);
  });

  test('if it exports a log that arrives byte by byte', async () => {
    const { run, more } = await memoryAbove(
      ['lookups', 'export', '--format', 'ndjson', '-o', '-'],
      byteByByte('text/csv', '\n', size / 2, '2026-01-01T00:00:00Z,,,,,,1,,\n'),
    );
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('2026-01-01') });
    expect(more).toBeLessThan(limitKb);
  });

  test('if it rejects a log with an entry of 40 MiB', async () => {
    const { run, more } = await memoryAbove(
      ['lookups', 'export', '--format', 'ndjson', '-o', 'log.ndjson', '--json'],
      (response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.end(Buffer.alloc(40 * 1024 * 1024, ' '));
      },
    );
    expectError(run, 'invalid_response');
    // The command uses 77 to 110 MB, depending on garbage collection.
    expect(more).toBeLessThan(limitKb);
  });

  test('if every response to a batch has the maximum size', async () => {
    const home = freshHome();
    const service = await standIn((_, response) => fullOf('{},')(response));
    onTestFinished(() => service.close());
    const input = join(home.path, 'in.csv');
    const emails = Array.from({ length: 40 }, (_, n) => `a${n}@example.com\n`);
    writeFileSync(input, `email\n${emails.join('')}`);
    const before = await peakOf(home, ['version'], service.url);
    const args = ['emails', 'validate', '--file', input, '--column', 'email', '--json'];
    const { peak } = await peakOf(home, args, service.url);
    expect(peak - before.peak).toBeLessThan(limitKb);
  });
});
