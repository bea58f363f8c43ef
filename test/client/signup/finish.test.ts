// The end of a sign-up: the claimed keys are verified, then stored, and then the pending file is removed.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Service } from '../../../src/client/http/service';
import { finishSignUp, hasRescued } from '../../../src/client/signup/finish';
import { readPending, writePending } from '../../../src/client/signup/pending';
import { systemClock } from '../../../src/lib/runtime';
import { seal } from '../../../src/lib/sealed-state';
import { store } from '../../support/keys';
import {
  available,
  details,
  envelope,
  freshSignUp,
  having,
  keys,
  login,
  read,
  refusal,
  type Script,
  silence,
  token,
} from '../../support/sign-up';

/** Claimed keys in a pending file, and the function that finishes their sign-up at a service with this script. */
async function claimed(script: Script = {}, replace = false) {
  const { home, service } = await freshSignUp(script);
  const pending = {
    cli_token: token,
    base_url: service.url,
    signup_url: '',
    started_at: '',
    credentials: keys,
  };
  writePending(home.pendingFile, pending, 0);
  const interrupt = new AbortController();
  const finish = () =>
    finishSignUp({
      service: new Service({
        baseUrl: new URL(service.url),
        env: {},
        clock: { ...systemClock, sleep: async () => {} },
        timeoutMs: 600_000,
      }),
      pending,
      pendingPath: home.pendingFile,
      credentialsPath: home.configFile,
      clock: systemClock,
      replace,
      interrupted: interrupt.signal,
    });
  return { home, service, finish, interrupt };
}

describe('finishSignUp', () => {
  test('verifies both keys, stores the login, and then removes the pending file', async () => {
    const stored: boolean[] = [];
    const look = () => stored.push(existsSync(home.configFile));
    const { home, service, finish } = await claimed({
      availability: [having(() => look(), available)],
      details: [having(() => look(), details)],
    });
    expect(await finish()).toEqual({ available: true, removed: true });
    expect(stored).toEqual([false, false]);
    expect(service.steps).toEqual(['availability', 'details']);
    expect(read(home.configFile)).toEqual(login(service));
    expect(existsSync(home.pendingFile)).toBe(false);
  });

  test('stores a key that is not available yet, and returns available: false', async () => {
    const { home, finish } = await claimed({
      availability: [(response) => response.end(envelope({ available: false }))],
    });
    expect(await finish()).toEqual({ available: false, removed: true });
    expect(existsSync(home.configFile)).toBe(true);
  });

  const errors = [{ path: 'key', message: 'odd' }];
  test.each<[what: string, script: Script, code: string, facts: object, steps: string[]]>([
    [
      'does not know the key',
      { availability: [refusal(404, 4042)] },
      'auth_failed',
      {},
      ['availability'],
    ],
    [
      'reports invalid fields',
      { details: [refusal(400, 4000, errors)] },
      'api_error',
      { errors },
      ['availability', 'details'],
    ],
  ])(
    'keeps the keys in the pending file if the service %s',
    async (_, script, code, facts, steps) => {
      const { home, service, finish } = await claimed(script);
      const { pendingFile } = home;
      await expect(finish()).rejects.toMatchObject({
        code,
        details: { ...facts, rescue_path: pendingFile },
        about: { kept: pendingFile },
      });
      expect(service.steps).toEqual(steps);
      expect(existsSync(home.configFile)).toBe(false);
      expect(readPending(pendingFile)).toMatchObject({ credentials: keys });
    },
  );

  test('keeps the keys in the pending file if the login cannot be written', async () => {
    const { home, finish } = await claimed();
    mkdirSync(dirname(dirname(home.configFile)), { recursive: true });
    writeFileSync(dirname(home.configFile), '');
    await expect(finish()).rejects.toMatchObject({
      code: 'write_failed',
      details: { rescue_path: home.pendingFile },
    });
    expect(readPending(home.pendingFile)).toMatchObject({ credentials: keys });
  });

  test('replaces a stored login only if the caller allows it', async () => {
    const other = { api_key: 'ak_other_login' };
    const kept = await claimed();
    store(kept.home.configFile, other);
    await expect(kept.finish()).rejects.toMatchObject({ code: 'invalid_input' });
    expect(read(kept.home.configFile)).toEqual(other);
    const replaced = await claimed({}, true);
    store(replaced.home.configFile, other);
    await replaced.finish();
    expect(read(replaced.home.configFile)).toEqual(login(replaced.service));
  });

  test('returns removed: false if the pending file cannot be removed', async () => {
    const { home, finish } = await claimed({
      details: [
        having(() => {
          rmSync(home.pendingFile);
          mkdirSync(home.pendingFile);
        }, details),
      ],
    });
    expect(await finish()).toEqual({ available: true, removed: false });
    expect(existsSync(home.configFile)).toBe(true);
  });

  test('throws the abort reason if it is interrupted', async () => {
    const { home, finish, interrupt } = await claimed({
      details: [having(() => interrupt.abort('interrupted'), silence)],
    });
    await expect(finish()).rejects.toBe('interrupted');
    expect(readPending(home.pendingFile)).toMatchObject({ credentials: keys });
  });
});

test('hasRescued returns true only if a rescue file contains keys for this pending file', async () => {
  const { home } = await claimed();
  vi.stubEnv('TMPDIR', home.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(hasRescued(home.pendingFile)).toBe(false);
  const pending = { cli_token: token, base_url: 'https://x.example/v1', credentials: keys };
  const sealed = seal({ ...pending, pending_path: home.pendingFile });
  writeFileSync(`${home.path}/waypost-signup-0123456789abcdef.json`, sealed, { mode: 0o600 });
  expect(hasRescued(home.pendingFile)).toBe(true);
  vi.stubEnv('TMPDIR', '/dev/null/nowhere');
  expect(hasRescued(home.pendingFile)).toBe(false);
});
