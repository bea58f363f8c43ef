// `sandbox start --fault-seed` and `--latency`, the built command, detached.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { documentOf, errorOf, Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(async () => {
  await home.run(['sandbox', 'stop', '--all']);
  home.remove();
});

const start = (...words: string[]) =>
  home.run(['sandbox', 'start', '--memory', '--detach', '--port', '0', '--json', ...words]);

test('the same seed picks the same requests', async () => {
  const runs: number[][] = [];
  for (const seed of ['42', '42', '43']) {
    const run = await start('--fault', '503:0.5', '--fault-seed', seed);
    const { url } = documentOf(run) as { url: string };
    const asked = Array.from({ length: 24 }, (_, at) => send('GET', `${url}/keys/ak_test?n=${at}`));
    runs.push((await Promise.all(asked)).map(({ status }) => status));
  }
  expect(new Set(runs[0])).toEqual(new Set([200, 503]));
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).not.toEqual(runs[0]);
});

test('a latency reaches the detached process', async () => {
  const run = await start('--fault', 'slow', '--latency', 'p50=1,p99=2');
  const { url } = documentOf(run) as { url: string };
  const { headers } = await send('GET', `${url}/keys/ak_test`);
  expect(headers['x-sandbox-fault']).toBe('slow');
});

test.each([
  ['--fault-seed', 'x'],
  ['--fault-seed', '-1'],
  ['--latency', 'p99=1,p50=2'],
])('%s %s is refused', async (option, value) => {
  expect(errorOf(await start(`${option}=${value}`))).toMatchObject({
    exit: 2,
    message: expect.stringContaining(option) as unknown,
  });
});
