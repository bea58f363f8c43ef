// An in-memory sandbox for the tests of one file, and requests that many tests send to the sandbox.
import { afterAll, beforeAll } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../support/sandbox';
import { type Answer, type Sent, send } from './client';

/** The keys and the user ID of an account. */
export interface TestKeys {
  key: string;
  user_token: string;
  user_id: string;
}

/** The sandbox of a test file. */
export interface Bench {
  readonly sandbox: RunningSandbox;
  /** The errors that the sandbox reported. */
  readonly reports: unknown[];
  /** Sends a request to the service. `path` is the part after `/v1`. */
  service(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Sends a request to the control API. `path` is the part after `/_sandbox`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates an account with one key. */
  account(): Promise<TestKeys>;
  /** Starts a sign-up. */
  signUp(body?: unknown): Promise<{ cli_token: string; signup_url: string }>;
}

/** Returns the `result` field of a response. */
export function resultOf<T>(answer: Answer): T {
  return (answer.json as { result: T }).result;
}

/** Returns the API code of a response. */
export function codeOf(answer: Answer): number {
  return (answer.json as { code: number }).code;
}

/** Starts a sandbox before the tests of a file, and closes the sandbox after them. */
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

/** Returns the HTTP status and the API code of a response. */
export function told(answer: Answer): [status: number, code: number] {
  return [answer.status, codeOf(answer)];
}

/** Returns the header that sends the account's management key. */
export function managedBy({ user_token }: TestKeys): Sent {
  return { headers: { Authorization: `Bearer ${user_token}` } };
}
