// The control API: bodies that are too large, the last part of a sign-up URL instead of a token, paths with many stars.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { resultOf, useSandbox } from './support/bench';
import { send } from './support/client';
import { type SandboxProcess, startProcess } from './support/process';

const bench = useSandbox();
beforeEach(() => bench.control('POST', '/reset'));

describe('a request to the control API with a body over 1 MiB', () => {
  test.each([
    ['POST', '/faults'],
    ['POST', '/keys'],
    ['PATCH', '/keys/ak_test'],
    ['POST', '/clock'],
  ])(
    'fails with HTTP status 413 and does not change data (request: %s %s)',
    async (method, path) => {
      const body = `{"path": "*", "fault": "503"}${' '.repeat(1024 * 1024)}`;
      const answer = await bench.control(method, path, body);
      expect([answer.status, answer.json]).toEqual([
        413,
        { error: 'the body is larger than 1048576 bytes' },
      ]);
      expect(answer.headers.connection).toBe('close');
      expect((await bench.control('GET', '/faults')).json).toEqual({ faults: [] });
      expect((await bench.control('GET', '/accounts')).json).toEqual({ accounts: [] });
      expect(bench.reports).toEqual([]);
    },
  );
});

describe('the last path segment of a sign-up URL', () => {
  const endOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

  test('identifies the sign-up in a control API request that completes it with the data from POST /sign_up', async () => {
    const given = { email: 'ada@example.com', name: 'Ada', org_name: 'Engines' };
    const { cli_token, signup_url } = await bench.signUp(given);
    const path = `/sign_up/${endOf(signup_url)}/complete`;
    const first = await bench.control('POST', path, { key: false });
    expect(first.json).toEqual({ state: 'pending', user_id: expect.any(String) });
    const { user_id } = first.json as { user_id: string };
    expect((await bench.control('POST', path)).json).toEqual({ state: 'ready', user_id });
    const poll = await bench.service('GET', `/sign_up/${cli_token}`);
    expect(resultOf(poll)).toMatchObject({ user_id });
    expect((await bench.control('GET', '/accounts')).json).toMatchObject({
      accounts: [{ user_id, email: given.email, name: given.name }],
    });
  });

  test('identifies the sign-up in a control API request that lets it expire', async () => {
    const { cli_token, signup_url } = await bench.signUp();
    const answer = await bench.control('POST', `/sign_up/${endOf(signup_url)}/expire`);
    expect([answer.status, answer.json]).toEqual([200, { state: 'expired' }]);
    expect((await bench.service('GET', `/sign_up/${cli_token}`)).status).toBe(410);
  });

  test('cannot be used to claim the keys', async () => {
    const { signup_url } = await bench.signUp();
    await bench.control('POST', `/sign_up/${endOf(signup_url)}/complete`);
    expect((await bench.service('GET', `/sign_up/${endOf(signup_url)}`)).status).toBe(202);
  });
});

describe('a fault rule whose path pattern has many asterisks', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-stars-'));
  let running: SandboxProcess | undefined;
  afterAll(async () => {
    await running?.end('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  // The sandbox is a separate process, because the test can end a process that hangs.
  test('does not make the sandbox hang if a request has a long path', async () => {
    running = await startProcess(directory);
    const { origin, url } = running;
    const long = `${url}/${'a'.repeat(2000)}`;
    for (const path of [`/v1/${'*'.repeat(21)}x`, `/${'*a'.repeat(500)}x`, '*'.repeat(1024)]) {
      await send('DELETE', `${origin}/_sandbox/faults`);
      const body = { path, fault: '503' };
      expect((await send('POST', `${origin}/_sandbox/faults`, { body })).status).toBe(200);
      expect((await send('GET', long)).status).toBe(path.endsWith('x') ? 404 : 503);
    }
  });
});
