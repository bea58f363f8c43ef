// A session of the built sandbox, recorded through a second server and replayed by a third.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LocalSandbox, RecordOptions, ReplayOptions } from '../../../src/sandbox/index';
import { type Answer, send } from '../support/client';

const library: typeof import('../../../src/sandbox/index') = createRequire(__filename)(
  join(__dirname, '../../../dist/sandbox.js'),
);

const folder = mkdtempSync(join(tmpdir(), 'waypost-sessions-'));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

let sandbox: LocalSandbox;
beforeAll(async () => {
  sandbox = await library.createSandbox({ rateLimit: false });
  return async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

let files = 0;
const newFile = (): string => {
  files += 1;
  return join(folder, `session-${files}.ndjson`);
};

async function record(options: Partial<RecordOptions> = {}) {
  const recording = await library.recordSession({ to: sandbox.url, file: newFile(), ...options });
  closing.push(recording.close);
  return recording;
}

async function replay(options: ReplayOptions) {
  const replayed = await library.replaySession(options);
  closing.push(replayed.close);
  return replayed;
}

/** A service that answers what the test says; its URL. */
async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  closing.push(() => new Promise((done) => server.close(done)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const textOf = (file: string): string => readFileSync(file, 'utf8');
const lines = (file: string): ReturnType<typeof JSON.parse>[] =>
  textOf(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const resultOf = ({ json }: Answer): Record<string, string> => Object(json).result;

/** What a program does with its account: all secrets of the interface, in all places they can stand. */
async function useEverything(url: string, { key, userToken }: { key: string; userToken: string }) {
  const owner = { Authorization: `Bearer ${userToken}` };
  const answers: Answer[] = [];
  const ask = async (method: string, path: string, options = {}) => {
    const answer = await send(method, url + path, options);
    answers.push(answer);
    return answer;
  };
  await ask('GET', `/keys/${key}`);
  await ask('GET', `/keys/${key}/details`, { headers: owner });
  await ask('GET', `/keys/${encodeURIComponent(key).replace('_', '%5F')}/details`, {
    headers: {
      Authorization: `api_key="${key}", user_token="${userToken}"`,
      Cookie: `s=${userToken}`,
    },
  });
  await ask('GET', `/keys/${key}/usage?user_token=${userToken}&api_key=${key}`);
  const created = await ask('POST', `/keys/${key}/licensees`, {
    headers: owner,
    body: { name: 'Ann & Söhne' },
  });
  const { id, key: licenseeKey = '' } = resultOf(created);
  await ask('GET', `/keys/${key}/licensees/${licenseeKey}`, { headers: owner });
  const regenerated = await ask('POST', `/keys/${key}/licensees/${id}/regenerate-key`, {
    headers: owner,
  });
  await ask('GET', `/keys/${key}/licensees`, { headers: owner });
  await ask('POST', `/keys/${key}/configs`, {
    headers: owner,
    body: { name: 'checkout', payload: JSON.stringify({ apiKey: key, nested: `"${userToken}"` }) },
  });
  await ask('GET', `/keys/${key}/configs/checkout`);
  await ask('GET', `/places?query=berlin&api_key=${key}`);
  const started = await ask('POST', '/sign_up', { body: { email: 'ann@example.com' } });
  const { cli_token: token = '', signup_url = '' } = resultOf(started);
  await ask('GET', `/sign_up/${token}`);
  await send('POST', `${sandbox.origin}/_sandbox/sign_up/${token}/complete`);
  const claimed = await ask('GET', `/sign_up/${token}`);
  await ask('GET', `/sign_up/${token}`);
  const { user_token = '', test_api_key = '' } = resultOf(claimed);
  const secrets = [
    ...[key, userToken, licenseeKey, resultOf(regenerated).key ?? ''],
    ...[token, signup_url.slice(signup_url.lastIndexOf('/') + 1), user_token, test_api_key],
  ];
  return { answers, secrets };
}

describe('a recording of everything', () => {
  test('hands on what the service says, holds no secret, and is replayed for any key', async () => {
    const { key, userToken } = await sandbox.key();
    await send('PATCH', `${sandbox.origin}/_sandbox/keys/${key}`, { body: { sublicensing: true } });
    const recording = await record();
    const real = await useEverything(recording.url, { key, userToken });
    expect(real.answers.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401, 200, 202, 200, 410],
    ]);
    expect(new Set(real.secrets).size).toBe(8);
    expect(real.secrets.every((secret) => secret.length > 20)).toBe(true);
    expect(recording.count).toBe(real.answers.length);
    await recording.close();

    const bytes = textOf(recording.file);
    for (const secret of real.secrets) {
      for (const form of [
        secret,
        secret.replace('_', '%5F'),
        Buffer.from(secret).toString('base64').slice(4, -4),
      ]) {
        expect(bytes, form).not.toContain(form);
      }
    }
    const members = lines(recording.file).flatMap(({ request, response }) => [
      ...Object.keys(request),
      ...Object.keys(response.headers),
    ]);
    expect(members.filter((name) => /auth(?!enticate)|cookie|key|token/.test(name))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(recording.file).mode & 0o777).toBe(0o600);

    const replayed = await replay({ file: recording.file });
    expect(replayed.count).toBe(real.answers.length);
    const again: Answer[] = [];
    for (const [at, { request }] of lines(recording.file).entries()) {
      // Another key and token than those of the recording.
      const path = String(request.path).replace(/\b(ak|uk)_recorded_\d+/, '$1_another');
      const query = request.query === '' ? '' : `?${request.query}`;
      const options = request.body === undefined ? {} : { body: JSON.parse(request.body) };
      again.push(await send(request.method, replayed.url + path + query, options));
      expect(again[at]?.status).toBe(real.answers[at]?.status);
    }
    expect(replayed.left).toBe(0);
    expect(again[10]?.text).toBe(real.answers[10]?.text);
    expect(Object.keys(resultOf(again[13] as Answer))).toEqual(
      Object.keys(resultOf(real.answers[13] as Answer)),
    );
    // The keys that a replay gives out can be used in it.
    expect(resultOf(again[13] as Answer).test_api_key).toMatch(/^ak_recorded_\d+$/);
  });
});

describe('what is handed on', () => {
  test('is the very bytes, both ways, compressed or not', async () => {
    const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
    const text = JSON.stringify({ result: { user_token: 'uk_secret_of_mine' }, code: 2000 });
    const url = await service((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (piece) => {
        body += piece;
      });
      incoming.on('end', () => {
        seen.push({ headers: incoming.headers, body });
        const coding = incoming.url?.endsWith('br') ? 'br' : 'gzip';
        const packed = coding === 'br' ? brotliCompressSync(text) : gzipSync(text);
        outgoing.writeHead(200, 'Fine', {
          'Content-Encoding': coding,
          'X-Own-Header': 'uk_secret_of_mine',
          'Set-Cookie': ['a=1', 'b=2'],
        });
        outgoing.end(packed);
      });
    });
    const { url: recorder, file, close } = await record({ to: url });
    for (const path of ['/x?coding=gzip', '/x?coding=br']) {
      const {
        status,
        text: got,
        headers,
      } = await send('POST', recorder + path, {
        headers: { 'X-Mine': 'kept', 'Accept-Encoding': 'gzip, zstd, br' },
        body: '{"user_token":  "uk_secret_of_mine"}',
      });
      expect([status, headers['x-own-header'], headers['set-cookie']]).toEqual([
        200,
        'uk_secret_of_mine',
        ['a=1', 'b=2'],
      ]);
      expect(got.length).toBeGreaterThan(10);
    }
    expect(seen[0]).toMatchObject({
      headers: { 'x-mine': 'kept', host: new URL(url).host, 'accept-encoding': 'gzip, br' },
      body: '{"user_token":  "uk_secret_of_mine"}',
    });
    await close();
    expect(textOf(file)).not.toContain('secret_of_mine');
    // Of the headers only those that are known to hold none.
    expect(lines(file).map(({ response }) => response.headers)).toEqual([{}, {}]);
    // Nothing but the secret differs: blanks in JSON stay.
    expect(lines(file).map(({ request, response }) => [request.body, response.body])).toEqual(
      Array(2).fill([
        '{"user_token":  "uk_recorded_1"}',
        text.replace('uk_secret_of_mine', 'uk_recorded_1'),
      ]),
    );
  });

  test('a service that is not there is 502, in the form of an error of the service', async () => {
    const said: string[] = [];
    const recording = await record({
      to: 'http://127.0.0.1:1/v1',
      onWarning: (line) => said.push(line),
    });
    const { status, json } = await send('GET', `${recording.url}/keys/ak_mine`);
    expect([status, json]).toEqual([
      502,
      { code: 5001, message: expect.stringContaining('cannot be reached') as unknown },
    ]);
    expect(said).toEqual([expect.stringContaining('Not recorded: GET /keys/')]);
    expect(said.join()).not.toContain('ak_mine');
    expect(recording.count).toBe(0);
  });
});

describe('secrets that are hard to see', () => {
  const answers = async (bodies: Record<string, string | Buffer>) =>
    service((incoming, outgoing) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://x');
      outgoing.end(bodies[pathname.slice(4)] ?? '{}');
    });

  test('one that was written before it was known as one is taken out again', async () => {
    const to = await answers({ one: '{"echo":"hunter22"}', two: '{"user_token":"hunter22"}' });
    const { url, file, close } = await record({ to });
    await send('GET', `${url}/one?query=hunter22`);
    expect(textOf(file)).toContain('hunter22');
    await send('GET', `${url}/two`);
    expect(textOf(file)).not.toContain('hunter22');
    await send('GET', `${url}/one`);
    await close();
    expect(lines(file).map(({ response }) => response.body)).toEqual([
      '{"echo":"uk_recorded_1"}',
      '{"user_token":"uk_recorded_1"}',
      '{"echo":"uk_recorded_1"}',
    ]);
    expect(lines(file)[0].request.query).toBe('query=uk_recorded_1');
  });

  test('a letter of it may be an escape of JSON, in either body', async () => {
    const to = await answers({ one: '{"user_token":"hunt\\u0065r22","x":"\\u0068unter22"}' });
    const { url, file, close } = await record({ to });
    await send('POST', `${url}/one`, { body: '{"a":"h\\u0075nter22"}' });
    await close();
    expect(textOf(file)).not.toContain('nter22');
    expect(textOf(file).match(/uk_recorded_1/g)).toHaveLength(3);
  });

  test('what cannot be looked into is not written, and that is said', async () => {
    const said: string[] = [];
    const to = await answers({ one: Buffer.from([0xff, ...Buffer.from('ak_in_bytes'), 0xfe]) });
    const { url, file } = await record({ to, onWarning: (line) => said.push(line) });
    await send('GET', `${url}/one`, { headers: { Authorization: 'Bearer ak_in_bytes' } });
    expect(said).toEqual(['Not recorded: GET /one: a secret is in it.']);
    expect(textOf(file)).toBe('');
    const foreign = await service((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Encoding': 'zstd' });
      outgoing.end('x');
    });
    const other = await record({ to: foreign, onWarning: (line) => said.push(line) });
    await send('GET', `${other.url}/two`);
    expect(said[1]).toBe('Not recorded: GET /two: the answer is compressed as zstd.');
  });

  test('a key of somebody else, in a text that was looked up, is one by its form', async () => {
    const to = await answers({ one: '{"echo":"is sl_stray_key_3 yours"}' });
    const { url, file, close } = await record({ to });
    await send('POST', `${url}/one?query=ak_stray_key_1`, { body: '{"note":"uk_stray_key_2"}' });
    await close();
    expect(textOf(file)).not.toContain('stray');
  });

  test('a short key is replaced where it stands alone, and no word is', async () => {
    const to = await answers({ one: '{"a":"iddqd","b":"xiddqdx"}' });
    const { url, file, close } = await record({ to });
    await send('GET', `${url}/one`, { headers: { Authorization: 'Bearer iddqd' } });
    await close();
    expect(lines(file)[0].response.body).toBe('{"a":"key_recorded_1","b":"xiddqdx"}');
  });

  test('bytes that are no text are kept as they are', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const { url, file, close } = await record({ to: await answers({ one: bytes }) });
    await send('GET', `${url}/one`);
    await close();
    const { url: replayed } = await replay({ file });
    expect(Buffer.from(await (await fetch(`${replayed}/one`)).arrayBuffer())).toEqual(bytes);
  });
});

test('a file that is there is replaced only where that is wanted', async () => {
  const file = newFile();
  writeFileSync(file, 'mine\n');
  await expect(record({ file })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(textOf(file)).toBe('mine\n');
  const to = await service((_, response) => response.end('{}'));
  const { url, close } = await record({ to, file, replace: true });
  expect(textOf(file)).toBe('mine\n');
  await send('GET', `${url}/one`, { headers: { Authorization: 'Bearer ak_mine_too' } });
  expect(lines(file)).toHaveLength(1);
  await send('GET', `${url}/two?api_key=uk_and_this_one`);
  await close();
  expect(lines(file)).toHaveLength(2);
  expect(textOf(file)).not.toContain('mine');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that is to be replaced stays where nothing comes of it', async () => {
  const file = newFile();
  writeFileSync(file, 'mine\n');
  await expect(record({ file, replace: true, port: sandbox.port })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(textOf(file)).toBe('mine\n');
  const { url, close } = await record({ file, replace: true, to: 'http://127.0.0.1:9/v1' });
  await send('GET', `${url}/one?api_key=ak_of_somebody`);
  await close();
  expect(textOf(file)).toBe('mine\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a file that somebody put into the place of a new one is not removed', async () => {
  const file = newFile();
  const failed = record({ file, port: sandbox.port });
  // The file is made before the port is tried; nothing of the system's comes between these steps.
  for (let step = 0; step < 1000 && !existsSync(file); step += 1) await Promise.resolve();
  renameSync(file, `${file}.old`);
  writeFileSync(file, 'mine\n');
  await expect(failed).rejects.toMatchObject({ code: 'invalid_input' });
  expect(textOf(file)).toBe('mine\n');
});

test('a port that is taken leaves no file', async () => {
  const file = newFile();
  await expect(record({ file, port: sandbox.port })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(() => statSync(file)).toThrow('ENOENT');
});
