// `waypost sandbox places install` against a server of GeoNames dump files on this machine: what it
// downloads, how it goes on after it was cut off, and what the sandbox then finds.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Home } from '../../support/tool';
import { writeSmallIndex } from './support';

const row = (id: number, name: string, people: number) =>
  `${id}\t${name}\t${name}\t\t47.1\t9.5\tP\tPPL\tLI\t\t11\t\t\t\t${people}\t\t460\tEurope/Vaduz\t2024-01-01`;
const files: Record<string, string> = {
  'countryInfo.txt': `LI\tLIE\t438\tLS\tLiechtenstein\tVaduz\t160\t37910\tEU\t.li\tCHF\tFranc\t423\t\t\tde-LI\t3042058\tCH,AT\t\n`,
  'admin1CodesASCII.txt': `LI.11\tVaduz\tVaduz\t3042030\n`,
  'admin2Codes.txt': '',
  'LI.txt': [row(1, 'Testhausen', 900), row(2, 'Zu Klein', 3), row(3, 'Neuhausen', 700)].join('\n'),
};

/** A ZIP archive of one deflated file. */
function zip(name: string, text: string): Buffer {
  const packed = deflateRawSync(text);
  const sizes = (record: Buffer, at: number) => {
    record.writeUInt32LE(packed.length, at);
    record.writeUInt32LE(Buffer.byteLength(text), at + 4);
    record.writeUInt16LE(name.length, at + 8);
  };
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  sizes(local, 18);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  sizes(entry, 20);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

const root = join(__dirname, '../../..');

/** A copy of the built package that brings capitals only, for what is not about the places: they are soon ready. */
const small = mkdtempSync(join(tmpdir(), 'waypost-small-'));
beforeAll(async () => {
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, part), join(small, part), { recursive: true });
  }
  await writeSmallIndex(join(small, 'dist/places.index'));
});
afterAll(() => rmSync(small, { recursive: true }));

let home: Home;
let server: Server;
let url: string;
let asked: string[];
/** Answers a request for the archive by other means; true when it did. */
let interfere: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

beforeEach(async () => {
  home = new Home();
  asked = [];
  interfere = () => false;
  server = createServer((request, response) => {
    const name = (request.url ?? '').split('/').pop() ?? '';
    const text = files[name.replace('.zip', '.txt')];
    asked.push(`${name} ${request.headers.range ?? request.headers['if-none-match'] ?? 'whole'}`);
    if (text === undefined) return void response.writeHead(404).end();
    const body = name.endsWith('.zip')
      ? zip(name.replace('.zip', '.txt'), text)
      : Buffer.from(text);
    const etag = `"${name}-1"`;
    response.setHeader('ETag', etag);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    if (name.endsWith('.zip') && interfere(request, response, body)) return;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isPart = from > 0 && request.headers['if-range'] === etag;
    const rest = isPart ? body.subarray(from) : body;
    response.writeHead(isPart ? 206 : 200, { 'Content-Length': rest.length }).end(rest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export/dump`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  home.remove();
});

const folder = () => join(home.path, 'dump');
const words = (...more: string[]) => ['sandbox', 'places', 'install', ...more, '--json'];
const install = (...more: string[]) => home.run(words(...more));
const dataset = () => [url, '--dataset', 'LI', '--folder', folder()];
const fromServer = () => install(...dataset());
/** The same by the package that brings capitals only. */
const fromServerSmall = () =>
  home.run(words(...dataset()), { entry: join(small, 'bin/waypost.js') });
const cutOff: typeof interfere = (_, response, body) => {
  response.writeHead(200, { 'Content-Length': body.length });
  response.write(body.subarray(0, 20));
  // As soon as what was sent has arrived on the disk.
  const part = join(folder(), 'LI.zip.part');
  const look = setInterval(() => {
    if (!existsSync(part) || statSync(part).size < 20) return;
    clearInterval(look);
    response.destroy();
  }, 10);
  return true;
};

test('downloads, unpacks and makes the places ready; what is the newest is not downloaded again', async () => {
  const run = await fromServer();
  expect(run.stderr).toContain('alternateNamesV2.txt is not in');
  expect(run.status).toBe(0);
  const result = JSON.parse(run.stdout);
  expect(result.folder).toBe(folder());
  expect(result.places).toBeGreaterThan(50_000);
  expect(result.files.map((file: { name: string }) => file.name)).toEqual(Object.keys(files));
  expect(readdirSync(folder()).sort()).toEqual([...Object.keys(files), 'versions.json'].sort());
  asked = [];
  const again = JSON.parse((await fromServer()).stdout);
  expect(again.files.every((file: { downloaded: boolean }) => !file.downloaded)).toBe(true);
  expect(asked).toContain('LI.zip "LI.zip-1"');
  expect(again.places).toBe(result.places);
});

test('resumes where it was cut off', async () => {
  interfere = cutOff;
  const run = await fromServerSmall();
  expect(run.status).toBe(3);
  expect(JSON.parse(run.stdout).error).toMatchObject({
    code: 'network_error',
    message: expect.stringContaining('cut off'),
    hint: expect.stringContaining('resumes where it stopped'),
  });
  expect(statSync(join(folder(), 'LI.zip.part')).size).toBe(20);
  interfere = () => false;
  asked = [];
  expect((await fromServerSmall()).status).toBe(0);
  expect(asked.at(-1)).toBe('LI.zip bytes=20-');
  expect(existsSync(join(folder(), 'LI.zip.part'))).toBe(false);
});

test('a part of an older version is not gone on with', async () => {
  interfere = (request, response, body) => {
    response.setHeader('ETag', '"older"');
    return cutOff(request, response, body);
  };
  expect((await fromServerSmall()).status).toBe(3);
  interfere = () => false;
  const run = await fromServerSmall();
  expect([run.status, JSON.parse(run.stdout).error]).toEqual([0, undefined]);
});

test('a damaged archive is an error, and the next run fetches it anew', async () => {
  interfere = (_, response, body) => {
    body.fill(0xff, 40, 60);
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
    return true;
  };
  const run = await fromServerSmall();
  expect([run.status, JSON.parse(run.stdout).error.message]).toEqual([
    2,
    `${join(folder(), 'LI.zip')} is damaged.`,
  ]);
  interfere = () => false;
  expect((await fromServerSmall()).status).toBe(0);
});

test.each([
  [['http://127.0.0.1:1/'], 3, 'cannot be reached'],
  [['nothing-there'], 2, 'neither a directory nor'],
  [['--dataset', 'rivers'], 2, '--dataset takes'],
])('%j is an error that says what to do', async (words, status, message) => {
  const run = await install(...words, '--folder', folder());
  expect(run.status).toBe(status);
  const { error } = JSON.parse(run.stdout);
  expect(error.message).toContain(message);
  expect(error.hint).toBeTruthy();
});

test('the places of a folder are those the sandbox finds', async () => {
  mkdirSync(folder());
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder(), name), text);
  const { places } = JSON.parse((await install(folder())).stdout);
  const hits: unknown[] = [];
  const run = await home.run(
    ['sandbox', 'start', '--json', '--port=0', '--memory', '--places', folder()],
    {
      whileRunning: (child) =>
        child.stdout?.once('data', async (line) => {
          const { origin } = new URL(JSON.parse(String(line)).url);
          const ask = async (path: string, init?: RequestInit) =>
            JSON.parse(await (await fetch(origin + path, init)).text());
          const { key } = await ask('/_sandbox/keys', { method: 'POST' });
          for (const text of ['testhausen', 'zu klein']) {
            const { result } = await ask(`/v1/places?query=${text}&api_key=${key}`);
            hits.push(result.hits[0]?.descriptive_name);
          }
          hits.push((await ask('/_sandbox/health')).places);
          await ask('/_sandbox/stop', { method: 'POST' });
        }),
    },
  );
  expect(run.status).toBe(0);
  expect(hits).toEqual(['Testhausen, Vaduz, Liechtenstein', undefined, places]);
});
