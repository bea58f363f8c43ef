// A stand-in service for one sign-up. The test chooses the responses.
import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { heldTimers, passOnceRead } from './held-timers';
import { type Asked, sendJson, standIn } from './service';
import { skippingClock } from './skipping-clock';
import {
  type CallOptions,
  documentOf,
  Home,
  isCalledInside,
  type Run,
  type RunOptions,
} from './tool';

/** The sign-up token. A run must not print this token or the keys of the account. */
export const token = 'signup-token-6f1d0c7b2a9e';

export const keys = {
  user_token: 'uk_new_0a1b2c3d4e5f60718293',
  test_api_key: 'ak_new_9f8e7d6c5b4a39281706',
  user_id: 'user_42',
};

export const page = 'https://service.example/sign-up?s=1';

/** Responds to one request. */
export type Reply = (response: ServerResponse, asked: Asked) => void;

/** The operations of a sign-up, in order. */
type Operation = 'start' | 'poll' | 'availability' | 'details';

/** The responses to each operation, in order. The service repeats the last response. */
export type Script = Partial<Record<Operation, Reply[]>>;

/** A running service for one sign-up. */
export interface SignUpService {
  url: string;
  /** The operations that the command has requested. */
  steps: Operation[];
  asked: Asked[];
}

export function envelope(result: unknown, code = 2000): string {
  return JSON.stringify({ result, code, message: 'text' });
}

const json = { 'content-type': 'application/json' };

export const started: Reply = (response) =>
  sendJson(response, 200, {
    result: { signup_url: page, cli_token: token },
    code: 2000,
    message: 'Success',
  });

export const pending: Reply = (response) =>
  response.writeHead(202, json).end(envelope({ status: 'pending' }, 2020));

export const claimed: Reply = (response) => response.writeHead(200, json).end(envelope(keys));

export const gone: Reply = (response) =>
  sendJson(response, 410, { code: 4100, message: 'Token expired or already claimed' });

export const available: Reply = (response) =>
  response.writeHead(200, json).end(envelope({ available: true, contexts: [], context: '' }));

export const details: Reply = (response) =>
  response.writeHead(200, json).end(envelope({ name: 'Test' }));

/** Returns a reply that sends a web page with this status. */
export function status(code: number, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(code, headers).end('<h1>No</h1>');
}

/** Returns a reply that sends an error in the service's format. */
export function refusal(code: number, apiCode: number, errors?: unknown): Reply {
  return (response) => sendJson(response, code, { code: apiCode, message: 'Refused', errors });
}

/** Resets the connection before the status line. */
export const reset: Reply = (response) => void response.socket?.resetAndDestroy();

/** Never responds. */
export const silence: Reply = () => {};

/** The timeout of `limited` calls in seconds. The timeout is too long to pass on a slow machine. */
const limitSeconds = isCalledInside ? 5000 : 1;
let limits: ReadonlyMap<unknown, () => void> = new Map();

/**
 * Returns a reply that sends only a part of a response. When the client has read this part, ends the timeout of
 * `limited`.
 */
export function stalled(text: string): Reply {
  return (response) => {
    passOnceRead(limits);
    response.write(text);
  };
}

/** Returns the arguments for a call whose response might never arrive. */
export function limited(): string[] {
  limits = heldTimers(limitSeconds * 1000);
  return ['--timeout', String(limitSeconds)];
}

/** Returns a reply that announces 5,000 bytes, sends only `text`, and closes the connection. */
export function cut(text: string, code = 200): Reply {
  return (response) => {
    response.writeHead(code, { ...json, 'content-length': '5000' });
    // This code ends the connection instead of resetting it, because a reset can overtake the text.
    response.write(text, () => response.socket?.end());
    if (text === '') response.flushHeaders();
  };
}

/** Returns a reply that first calls `work`, for example to examine the disk, and then responds. */
export function having(work: (asked: Asked) => void, reply: Reply): Reply {
  return (response, asked) => {
    work(asked);
    reply(response, asked);
  };
}

const right: Record<Operation, Reply[]> = {
  start: [started],
  poll: [claimed],
  availability: [available],
  details: [details],
};

/** Starts the service, and closes it when the test ends. */
export async function signUpService(script: Script = {}): Promise<SignUpService> {
  const steps: Operation[] = [];
  const service = await standIn((asked, response) => {
    const operation = operationOf(asked);
    const replies = script[operation] ?? right[operation];
    const count = steps.filter((step) => step === operation).length;
    steps.push(operation);
    (replies[count] ?? replies.at(-1))?.(response, asked);
  });
  onTestFinished(() => service.close());
  return { url: service.url, asked: service.asked, steps };
}

function operationOf({ method, path }: Asked): Operation {
  if (method === 'POST' && path === '/v1/sign_up') return 'start';
  if (path === `/v1/sign_up/${token}`) return 'poll';
  if (path === `/v1/keys/${keys.test_api_key}`) return 'availability';
  if (path === `/v1/keys/${keys.test_api_key}/details`) return 'details';
  throw new Error(`Unexpected request: ${method} ${path}`);
}

/**
 * Returns a home directory that is removed when the test ends. A run in this directory fails if it prints the token or
 * a key.
 */
export function freshHome(): Home {
  const home = new Home();
  home.keep(token, keys.user_token, keys.test_api_key);
  onTestFinished(() => home.remove());
  return home;
}

/** Starts a service, and creates a home directory without a sign-up. */
export async function freshSignUp(
  script?: Script,
): Promise<{ home: Home; service: SignUpService }> {
  return { home: freshHome(), service: await signUpService(script) };
}

/** The options of journal.cjs. */
export interface Journal {
  file?: string;
  speed?: number;
  skip?: boolean;
  at?: number;
  ending?: 'kill' | 'fail';
}

/** Returns the run options that load journal.cjs. */
export function journalled(journal: Journal): Required<Pick<RunOptions, 'env' | 'preload'>> {
  return {
    env: { WAYPOST_TEST_JOURNAL: JSON.stringify(journal) },
    preload: [join(__dirname, 'journal.cjs')],
  };
}

/** Run options that skip waits while no request is pending. */
export const faster = journalled({ skip: true });

/** Runs `waypost signup --json` with a service. */
export function signUp(
  home: Home,
  service: Pick<SignUpService, 'url'>,
  args: string[] = [],
  options: RunOptions = {},
): Promise<Run> {
  return home.run(['signup', '--base-url', service.url, '--json', ...args], options);
}

/** Runs `waypost signup --resume --json`, which reads the base URL from the file of the pending sign-up. */
export function resume(home: Home, args: string[] = [], options: RunOptions = {}): Promise<Run> {
  return home.run(['signup', '--resume', '--json', ...args], options);
}

/**
 * Runs `waypost signup --json` in the test's process, and skips waits while no request is pending. The value of
 * `--timeout` is in real seconds.
 */
export function callSignUp(
  home: Home,
  service: Pick<SignUpService, 'url'>,
  args: string[] = [],
  options: CallOptions = {},
): Promise<Run> {
  const words = ['signup', '--base-url', service.url, '--json', ...args];
  return home.call(words, { clock: skippingClock, ...options });
}

/** Runs `waypost signup --resume --json` in the test's process. */
export function callResume(home: Home, args: string[] = []): Promise<Run> {
  return home.call(['signup', '--resume', '--json', ...args], { clock: skippingClock });
}

/** Returns the JSON output of a completed sign-up. */
export function success(home: Home): unknown {
  return { success: true, config_path: home.configFile, available: true, user_id: keys.user_id };
}

/** Returns the login that a completed sign-up stores. */
export function login(service: SignUpService): unknown {
  return {
    api_key: keys.test_api_key,
    user_token: keys.user_token,
    base_url: service.url,
  };
}

/** Returns the exit code of a run and the fields of its error. */
export function failure(run: Run): Record<string, unknown> {
  const document = documentOf(run) as { error?: Record<string, unknown> };
  return { exit: run.status, ...document.error };
}

/** Returns the JSON content of a file, or undefined if the file does not exist. */
export function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Returns the permissions of a file or directory, such as '600'. */
export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Returns the events on standard error, which has one event per line. */
export function eventsOf({ stderr }: Run): unknown[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
