// Replays of the built library, from files that are written here.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Replay, ReplayOptions } from '../../../src/sandbox/index';
import { scratchFolder } from '../../support/scratch';
import { send } from '../support/client';

const library: typeof import('../../../src/sandbox/index') = createRequire(__filename)(
  join(__dirname, '../../../dist/sandbox.js'),
);
const folder = scratchFolder();
const file = join(folder, 'session.ndjson');
const running: Replay[] = [];
afterEach(() => Promise.all(running.splice(0).map((replay) => replay.close())));

interface Line {
  method?: string;
  path?: string;
  query?: string;
  body?: string;
  answer?: string;
  status?: number;
}

const line = ({
  method = 'GET',
  path = '/places',
  query = '',
  body,
  answer = '{}',
  status = 200,
}: Line) =>
  JSON.stringify({
    version: 1,
    request: { method, path, query, body },
    response: {
      status,
      headers: { 'content-type': 'application/json', 'retry-after': '7' },
      body: answer,
    },
  });

async function replay(session: Line[], options: Partial<ReplayOptions> = {}): Promise<Replay> {
  writeFileSync(file, `${session.map(line).join('\n')}\n`);
  const started = await library.replaySession({ file, ...options });
  running.push(started);
  return started;
}

const twice = [
  { query: 'query=a', answer: '"first"' },
  { query: 'query=b', answer: '"other"' },
  { query: 'query=a', answer: '"second"', status: 429 },
];

describe('a request', () => {
  test('gets its answers in order, with status and headers, whatever comes between', async () => {
    const { url } = await replay(twice);
    const first = await send('GET', `${url}/places?query=a`);
    expect([first.status, first.text, first.headers['retry-after']]).toEqual([200, '"first"', '7']);
    const second = await send('GET', `${url}/places?query=a`);
    expect([second.status, second.text]).toEqual([429, '"second"']);
    expect((await send('GET', `${url}/places?query=b`)).text).toBe('"other"');
  });

  test('is the same with other keys, another order of parameters and of members', async () => {
    const session = [
      {
        path: '/keys/ak_recorded_1/usage',
        query: 'end=2&start=1&api_key=ak_recorded_1',
        answer: '1',
      },
      {
        method: 'POST',
        path: '/verify/addresses',
        body: '{"a":1,"b":[{"c":2,"d":3}]}',
        answer: '2',
      },
    ];
    const { url, left } = await replay(session);
    expect(left).toBe(2);
    expect((await send('GET', `${url}/keys/iddqd/usage?api_key=other&start=1&end=2`)).text).toBe(
      '1',
    );
    const body = '{"b": [{"d": 3, "c": 2}], "a": 1}';
    expect((await send('POST', `${url}/verify/addresses`, { body })).text).toBe('2');
  });

  test('with the placeholder of a key gets the answer of that key first', async () => {
    const { url } = await replay([
      { path: '/keys/ak_recorded_1', answer: '1' },
      { path: '/keys/ak_recorded_2', answer: '2' },
    ]);
    expect((await send('GET', `${url}/keys/ak_recorded_2`)).text).toBe('2');
    expect((await send('GET', `${url}/keys/ak_mine`)).text).toBe('1');
  });

  test.each([
    ['another method', 'POST', '/places?query=a', undefined],
    ['another value', 'GET', '/places?query=c', undefined],
    ['one parameter more', 'GET', '/places?query=a&limit=1', undefined],
    ['a body', 'GET', '/places?query=a', '{}'],
  ])('with %s is another one', async (_, method, path, body) => {
    const { url } = await replay(twice);
    const { status, headers } = await send(method, url + path, body === undefined ? {} : { body });
    expect([status, headers['x-sandbox-replay']]).toEqual([404, 'unknown']);
  });
});

describe('a request without an answer', () => {
  test('is named, without its keys, beside what the session has', async () => {
    const said: string[] = [];
    const session = [...twice, { path: '/keys/ak_recorded_1/lookups', query: 'start=1' }];
    const started = await replay(session, { onWarning: (text) => said.push(text) });
    const { json } = await send(
      'GET',
      `${started.url}/keys/ak_of_mine/lookups?start=2&api_key=ak_x`,
    );
    const message =
      'The session has no GET /keys/{key}/lookups?api_key={key}&start=2 with this query and body. It has GET /keys/{key}/lookups?start=1.';
    expect(json).toEqual({ code: 404, message });
    expect(said).toEqual([message]);
    expect((await send('GET', `${started.url}/emails?query=x`)).json).toEqual({
      code: 404,
      message: 'The session has no GET /emails?query=x.',
    });
    expect(started.unknown).toBe(2);
  });

  test('was answered before: that is said, until the replay begins again', async () => {
    const { url, origin } = await replay(twice);
    const ask = () => send('GET', `${url}/places?query=b`);
    expect((await ask()).status).toBe(200);
    const { json, headers } = await ask();
    expect([Object(json).message, headers['x-sandbox-replay']]).toEqual([
      'GET /places?query=b was recorded once, and was answered as often.',
      'exhausted',
    ]);
    await send('POST', `${origin}/_sandbox/reset`);
    expect((await ask()).status).toBe(200);
  });

  test('gets the last answer again with `repeat`', async () => {
    const { url } = await replay(twice, { repeat: true });
    const texts: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      texts.push((await send('GET', `${url}/places?query=a`)).text);
    }
    expect(texts).toEqual(['"first"', '"second"', '"second"', '"second"']);
  });

  test('has one where the parameters that differ are not compared', async () => {
    const { url } = await replay(twice, { ignoreQuery: ['query'] });
    expect((await send('GET', `${url}/places?query=z`)).text).toBe('"first"');
  });
});

describe('a file', () => {
  test.each([
    ['nothing', undefined, /cannot be read/],
    ['no JSON', 'hello', /Line 1 of .* is not JSON/],
    ['another document', '\n{"a":1}', /Line 2 of .* is not a request with its answer/],
    ['a later version', line({}).replace('"version":1', '"version":2'), /has version 2/],
  ])('that holds %s is an error that names the line', async (_, text, message) => {
    const path = join(folder, `file-${_.replace(' ', '-')}`);
    if (text !== undefined) writeFileSync(path, text);
    await expect(library.replaySession({ file: path })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message) as unknown,
    });
  });
});

test('pages and programs of other machines have no control of it', async () => {
  const { origin } = await replay(twice);
  const stop = (headers: Record<string, string>) =>
    send('POST', `${origin}/_sandbox/stop`, { headers });
  expect((await stop({ Origin: 'https://shop.example' })).status).toBe(403);
  expect((await stop({ Host: 'shop.example' })).status).toBe(403);
  expect((await send('POST', `${origin}/_sandbox/keys`)).json).toEqual({
    error: 'this is a replay of a session, not a sandbox',
  });
  expect((await send('GET', `${origin}/_sandbox/health`)).json).toMatchObject({ mode: 'replay' });
});
