// One process at a time works on a sign-up: how the others wait, and whether the first one has stored a login meanwhile.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Pending, writePending } from '../../../src/client/signup/pending';
import {
  readStateBeforeTurn,
  takeTurn,
  waitForTurn,
  wasStoredSince,
} from '../../../src/client/signup/turn';
import type { FileLock } from '../../../src/lib/file-lock';
import { store } from '../../support/keys';
import { freshHome, keys, modeOf, token } from '../../support/sign-up';

let path: string;
let credentialsPath: string;
beforeEach(() => {
  const home = freshHome();
  path = home.pendingFile;
  credentialsPath = home.configFile;
});

/** Takes the turn of a sign-up that no other process works on. */
function taken(): FileLock {
  return takeTurn(path) ?? expect.unreachable();
}

describe('takeTurn', () => {
  test('does not take the lock again before it is released', () => {
    const lock = taken();
    expect(readdirSync(dirname(path))).toEqual(['default.json.lock']);
    expect(modeOf(dirname(path))).toBe('700');
    expect(takeTurn(path)).toBeUndefined();
    lock.release();
    taken().release();
  });

  test('fails with write_failed if the directory cannot be created', () => {
    mkdirSync(dirname(dirname(path)), { recursive: true });
    writeFileSync(dirname(path), '');
    expect(() => takeTurn(path)).toThrow(expect.objectContaining({ code: 'write_failed' }));
  });
});

describe('waitForTurn', () => {
  /** Waits with a clock whose time passes immediately. `passed` is called after each pause with the number of pauses. */
  async function wait(deadlineMs: number, passed: (pauses: number) => void = () => {}) {
    const pauses: number[] = [];
    const { signal: interrupted } = new AbortController();
    const clock = {
      now: () => 0,
      sleep: async (ms: number, signal?: AbortSignal) => {
        expect(signal).toBe(interrupted);
        pauses.push(ms);
        passed(pauses.length);
      },
    };
    const turn = await waitForTurn(path, { clock, interrupted, deadlineMs }).catch(
      (error: unknown) => error,
    );
    return { turn, pauses };
  }

  test('takes the lock at the first attempt after its release, and returns the waiting time', async () => {
    const other = taken();
    const { turn, pauses } = await wait(900_000, (count) => count === 3 && other.release());
    expect(pauses).toEqual([200, 200, 200]);
    expect(turn).toMatchObject({ waitedMs: 600 });
    expect(takeTurn(path)).toBeUndefined();
    (turn as { lock: FileLock }).lock.release();
  });

  test('fails with signup_timeout at the deadline', async () => {
    const other = taken();
    const { turn, pauses } = await wait(500);
    expect(pauses).toEqual([200, 200, 100]);
    expect(turn).toMatchObject({
      code: 'signup_timeout',
      message: 'Another process did not finish this sign-up within 0.5 seconds.',
    });
    other.release();
  });

  test('fails immediately if the deadline is 0', async () => {
    const { turn, pauses } = await wait(0);
    expect([(turn as Error).message, pauses]).toEqual([expect.stringContaining('0 seconds'), []]);
  });
});

describe('wasStoredSince', () => {
  const pending: Pending = {
    cli_token: token,
    base_url: 'https://service.example/v1',
    signup_url: 'https://service.example/sign-up',
    started_at: '2026-01-31T12:00:00.000Z',
  };
  const claimed = { ...pending, credentials: keys };
  const login = { api_key: keys.test_api_key };
  const other = { api_key: 'ak_other_login' };

  interface Files {
    login?: unknown;
    pending?: Pending;
  }

  /** Calls wasStoredSince with the files before and after the turn. */
  function storedSince(before: Files, after: Files): boolean {
    const home = freshHome();
    const put = (paths: typeof home, files: Files) => {
      if (files.login !== undefined) store(paths.configFile, files.login as object | string);
      if (files.pending !== undefined) writePending(paths.pendingFile, files.pending, 0);
    };
    put(home, before);
    const state = readStateBeforeTurn(home.pendingFile, home.configFile);
    const later = freshHome();
    put(later, after);
    return wasStoredSince(state, later.pendingFile, later.configFile);
  }

  test.each<[what: string, before: Files, after: Files]>([
    ['a new login', {}, { login }],
    ['a different login', { login: other, pending }, { login }],
    ['a login with the keys of the sign-up', { login, pending: claimed }, { login }],
    ['a login that replaces an unreadable login', { login: '{' }, { login }],
  ])('returns true for %s', (_, before, after) => {
    expect(storedSince(before, after)).toBe(true);
  });

  test.each<[what: string, before: Files, after: Files]>([
    ['the same login existed before the wait', { login }, { login }],
    [
      'the same login existed before the wait, although the sign-up is pending',
      { login, pending },
      { login },
    ],
    [
      'the login existed before the keys of another sign-up arrived',
      { login: other, pending: claimed },
      { login: other },
    ],
    ['the sign-up is still pending', { pending }, { login, pending }],
    ['there is no login', { pending }, {}],
    ['the earlier login was removed', { login }, {}],
    ['the login cannot be read', { pending }, { login: '{' }],
  ])('returns false if %s', (_, before, after) => {
    expect(storedSince(before, after)).toBe(false);
  });
});

test('readStateBeforeTurn does not return a login or a sign-up if neither file exists', () => {
  expect(readStateBeforeTurn(path, credentialsPath)).toEqual({
    apiKey: undefined,
    pending: undefined,
  });
});
