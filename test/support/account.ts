// A sandbox account for the tests in a file, and functions that run the built command as the account's owner.
import { afterEach, beforeEach, expect } from 'vitest';
import { type Bench, resultOf, type TestKeys, useSandbox } from '../sandbox/support/bench';
import { type CallOptions, Home, type Line, type Run, type RunOptions } from './tool';

/** An account in a sandbox. */
export interface Account {
  readonly bench: Bench;
  readonly home: Home;
  readonly keys: TestKeys;
  /** The environment variables with which the command uses the account. */
  readonly environment: Record<string, string>;
  /** Runs the command as the account's owner. */
  run(line: Line, options?: RunOptions): Promise<Run>;
  /** Runs the command as the account's owner in the test's process. See `Home.call`. */
  call(line: Line, options?: CallOptions): Promise<Run>;
  /** `json` and `fails` run the command with `--json`. See `Home.json` and `Home.fails`. */
  json(line: Line, options?: CallOptions): Promise<unknown>;
  fails(line: Line, code: string, members?: object, options?: CallOptions): Promise<void>;
  /** Sends a request below the key's path as the owner, without waypost. Returns the result. */
  result(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Adds `count` lookups to the lookup log, distributed over a range. */
  lookups(count: number, start: string, end: string, tags?: string[]): Promise<void>;
}

/** Creates an account and a home directory before each test. */
export function useAccount(options: { sublicensing?: boolean } = {}): Account {
  const bench = useSandbox();
  let home: Home;
  let keys: TestKeys;
  beforeEach(async () => {
    home = new Home();
    keys = await bench.account();
    home.keep(keys.key, keys.user_token);
    if (options.sublicensing) {
      await bench.control('PATCH', `/keys/${keys.key}`, { sublicensing: true });
    }
  });
  afterEach(() => home.remove());
  const asOwner = <T extends CallOptions>(extra?: T) => ({
    ...extra,
    env: { ...account.environment, ...extra?.env },
  });
  const account: Account = {
    bench,
    get home() {
      return home;
    },
    get keys() {
      return keys;
    },
    get environment() {
      return {
        WAYPOST_BASE_URL: bench.sandbox.url,
        WAYPOST_API_KEY: keys.key,
        WAYPOST_USER_TOKEN: keys.user_token,
      };
    },
    run: (line, extra) => home.run(line, asOwner(extra)),
    call: (line, extra) => home.call(line, asOwner(extra)),
    json: (line, extra) => home.json(line, asOwner(extra)),
    fails: (line, code, members, extra) => home.fails(line, code, members, asOwner(extra)),
    result: async (method, path, body) =>
      resultOf(
        await bench.service(method, `/keys/${keys.key}${path}`, {
          headers: { Authorization: `Bearer ${keys.user_token}` },
          ...(body === undefined ? {} : { body }),
        }),
      ),
    lookups: async (count, start, end, tags) => {
      const sent = { count, start, end, ...(tags === undefined ? {} : { tags }) };
      const answer = await bench.control('POST', `/keys/${keys.key}/lookups`, sent);
      expect(answer.status).toBe(200);
    },
  };
  return account;
}
