// A sandbox in memory for one test file, with a clock the test holds, and the few things every test
// does with it.
import { afterAll, beforeAll } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../support/sandbox';
import { type Answer, type Sent, send } from './client';

/** Keys of an account. */
export interface TestKeys {
  key: string;
  user_token: string;
  user_id: string;
}

/** The test's hold on a sandbox. */
export interface Bench {
  readonly sandbox: RunningSandbox;
  /** What went wrong inside the sandbox. */
  readonly reports: unknown[];
  /** A request to the service, path below /v1. */
  service(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** A control call, path below /_sandbox. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A fresh account with one key. */
  account(): Promise<TestKeys>;
  /** A fresh sign-up. */
  signUp(body?: unknown): Promise<{ cli_token: string; signup_url: string }>;
}

/** The result of an envelope. */
export function resultOf<T>(answer: Answer): T {
  return (answer.json as { result: T }).result;
}

/** The code of an envelope. */
export function codeOf(answer: Answer): number {
  return (answer.json as { code: number }).code;
}

/** Runs a sandbox for the tests of a file. */
export function useSandbox(options: Partial<SandboxOptions> = {}): Bench {
  let sandbox: RunningSandbox;
  const reports: unknown[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox({
      data: null,
      rateLimit: false,
      slowFor: 50,
      report: (error) => void reports.push(error),
      ...options,
    });
  });
  afterAll(() => sandbox.close());
  const bench: Bench = {
    get sandbox() {
      return sandbox;
    },
    reports,
    service: (method, path, sent) => send(method, `${sandbox.url}${path}`, sent),
    control: (method, path, body) =>
      send(method, `${sandbox.origin}/_sandbox${path}`, body === undefined ? {} : { body }),
    account: async () => (await bench.control('POST', '/keys', {})).json as TestKeys,
    signUp: async (body) =>
      resultOf(await bench.service('POST', '/sign_up', body === undefined ? {} : { body })),
  };
  return bench;
}

/** Status and code of an answer, for tables. */
export function told(answer: Answer): [status: number, code: number] {
  return [answer.status, codeOf(answer)];
}

/** The header a management key is sent in. */
export function managedBy({ user_token }: TestKeys): Sent {
  return { headers: { Authorization: `Bearer ${user_token}` } };
}
