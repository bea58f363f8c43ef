// A service for one sign-up, whose answers the test chooses.
import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { heldTimers, passOnce, passOnceRead } from './held-timers';
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

/** The sign-up's token and the account it becomes; no run may print them. */
export const token = 'signup-token-6f1d0c7b2a9e';

export const keys = {
  user_token: 'uk_new_0a1b2c3d4e5f60718293',
  test_api_key: 'ak_new_9f8e7d6c5b4a39281706',
  user_id: 'user_42',
};

export const page = 'https://service.example/sign-up?s=1';

/** Answers one request. */
export type Reply = (response: ServerResponse, asked: Asked) => void;

/** The operations of a sign-up, in their order. */
type Operation = 'start' | 'poll' | 'availability' | 'details';

/** For each operation its answers, one after the other; the last one stays. */
export type Script = Partial<Record<Operation, Reply[]>>;

/** Such a service. */
export interface SignUpService {
  url: string;
  /** The operations it was asked for. */
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

/** A page of some status, with no envelope. */
export function status(code: number, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(code, headers).end('<h1>No</h1>');
}

/** An error as the service sends it. */
export function refusal(code: number, apiCode: number, errors?: unknown): Reply {
  return (response) => sendJson(response, code, { code: apiCode, message: 'Refused', errors });
}

/** The connection breaks before a status line. */
export const reset: Reply = (response) => void response.socket?.resetAndDestroy();

/** No answer, for as long as it is waited for. */
export const silence: Reply = () => {};

/** The limit of `limited` calls: no machine is so slow, and it passes when an answer is silent. */
const limitSeconds = isCalledInside ? 5000 : 1;
let limits: ReadonlyMap<unknown, () => void> = new Map();

/** No answer, until `limited` says that it is too late. */
export const lateness: Reply = () => passOnce(limits);

/** A part of an answer, and nothing behind it, until `limited` says that it is too late. */
export function stalled(text: string): Reply {
  return (response) => {
    passOnceRead(limits);
    response.write(text);
  };
}

/** The arguments of a call whose answers may be silent. */
export function limited(): string[] {
  limits = heldTimers(limitSeconds * 1000);
  return ['--timeout', String(limitSeconds)];
}

/** A whole answer is announced, this much of it sent, and the connection broken. */
export function cut(text: string, code = 200): Reply {
  return (response) => {
    response.writeHead(code, { ...json, 'content-length': '5000' });
    // An end, not a reset, which may overtake the text.
    response.write(text, () => response.socket?.end());
    if (text === '') response.flushHeaders();
  };
}

/** Does something, such as looking at the disk, before it answers. */
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

/** Starts such a service; it is closed when the test ends. */
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
  throw new Error(`nobody should ask ${method} ${path}`);
}

/** A home that is removed when the test ends, and may print neither token nor keys. */
export function freshHome(): Home {
  const home = new Home();
  home.keep(token, keys.user_token, keys.test_api_key);
  onTestFinished(() => home.remove());
  return home;
}

/** Such a service, and a home in which nobody has signed up. */
export async function freshSignUp(
  script?: Script,
): Promise<{ home: Home; service: SignUpService }> {
  return { home: freshHome(), service: await signUpService(script) };
}

/** What the tool is made to go through; see journal.cjs. */
export interface Journal {
  file?: string;
  speed?: number;
  skip?: boolean;
  at?: number;
  ending?: 'kill' | 'fail';
}

/** A run under a journal. */
export function journalled(journal: Journal): Required<Pick<RunOptions, 'env' | 'preload'>> {
  return {
    env: { WAYPOST_TEST_JOURNAL: JSON.stringify(journal) },
    preload: [join(__dirname, 'journal.cjs')],
  };
}

/** Waits in which nothing else goes on are skipped. */
export const faster = journalled({ skip: true });

/** `waypost signup --json` at a service. */
export function signUp(
  home: Home,
  service: Pick<SignUpService, 'url'>,
  args: string[] = [],
  options: RunOptions = {},
): Promise<Run> {
  return home.run(['signup', '--base-url', service.url, '--json', ...args], options);
}

/** `waypost signup --resume --json`, which knows the service by itself. */
export function resume(home: Home, args: string[] = [], options: RunOptions = {}): Promise<Run> {
  return home.run(['signup', '--resume', '--json', ...args], options);
}

/** The same in the process of the test, where waits pass fast. A request's `--timeout` is in real seconds. */
export function callSignUp(
  home: Home,
  service: Pick<SignUpService, 'url'>,
  args: string[] = [],
  options: CallOptions = {},
): Promise<Run> {
  const words = ['signup', '--base-url', service.url, '--json', ...args];
  return home.call(words, { clock: skippingClock, ...options });
}

/** `waypost signup --resume --json` in the process of the test. */
export function callResume(home: Home, args: string[] = []): Promise<Run> {
  return home.call(['signup', '--resume', '--json', ...args], { clock: skippingClock });
}

/** What a finished sign-up prints. */
export function success(home: Home): unknown {
  return { success: true, config_path: home.configFile, available: true, user_id: keys.user_id };
}

/** What a finished sign-up stores. */
export function login(service: SignUpService): unknown {
  return {
    api_key: keys.test_api_key,
    user_token: keys.user_token,
    base_url: service.url,
  };
}

/** The error of a run: its code, exit status and whatever else it says. */
export function failure(run: Run): Record<string, unknown> {
  const document = documentOf(run) as { error?: Record<string, unknown> };
  return { exit: run.status, ...document.error };
}

/** The JSON a file holds; undefined where there is none. */
export function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** The permissions of a file or directory, such as '600'. */
export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** The events on standard error, one a line. */
export function eventsOf({ stderr }: Run): unknown[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
