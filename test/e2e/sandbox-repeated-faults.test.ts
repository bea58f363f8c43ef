// `sandbox start --fault-seed` and `sandbox start --latency`.
import { expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { useSandboxCommand } from '../support/sandbox-command';
import { errorOf } from '../support/tool';

const { call, serve, start } = useSandboxCommand();

test('--fault-seed injects faults into the same requests in every run with the same seed', async () => {
  const runs: number[][] = [];
  for (const seed of ['42', '42', '43']) {
    const { url } = await serve('--fault', '503:0.5', '--fault-seed', seed);
    const asked = Array.from({ length: 24 }, (_, at) => send('GET', `${url}/keys/ak_test?n=${at}`));
    runs.push((await Promise.all(asked)).map(({ status }) => status));
  }
  expect(new Set(runs[0])).toEqual(new Set([200, 503]));
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).not.toEqual(runs[0]);
});

test('--latency applies to a detached sandbox', async () => {
  const { url } = await start('--memory', '--fault', 'slow', '--latency', 'p50=1,p99=2');
  const { headers } = await send('GET', `${url}/keys/ak_test`);
  expect(headers['x-sandbox-fault']).toBe('slow');
});

test.each([
  ['--fault-seed', 'x'],
  ['--fault-seed', '-1'],
  ['--latency', 'p99=1,p50=2'],
])('`sandbox start` rejects the option %s with the value %s', async (option, value) => {
  expect(errorOf(await call('start', '--memory', '--json', `${option}=${value}`))).toMatchObject({
    exit: 2,
    message: expect.stringContaining(option) as unknown,
  });
});
