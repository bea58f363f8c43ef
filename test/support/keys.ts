// A stand-in service with one account, for tests that require a wrong response to a request about keys.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Asked, type StandIn, sendJson, standIn } from './service';
import { Home } from './tool';

/** The keys of the service's account. A run must not print these keys. */
export const apiKey = 'ak_live_9f8e7d6c5b4a39281706';
export const userToken = 'uk_live_0a1b2c3d4e5f60718293';

/** The keys of another account, to distinguish an old login from a new login. */
export const otherKey = 'ak_other_11223344556677889900';
export const otherToken = 'uk_other_99887766554433221100';

/** Sends a response instead of the correct response. */
export type Reply = (response: ServerResponse, asked: Asked) => void;

/** The responses to the two requests with which a login checks the keys (default: correct responses). */
export interface Replies {
  availability?: Reply;
  details?: Reply;
}

/** Returns a reply that sends an error in the service's format. */
export function refuse(
  status: number,
  code: number,
  message: string,
  more: Record<string, unknown> = {},
): Reply {
  return (response) => sendJson(response, status, { code, message, ...more });
}

/** Returns a reply that sends the availability of a key. */
export function available(is: boolean): Reply {
  return (response) =>
    sendJson(response, 200, {
      result: { available: is, contexts: [], context: 'gbr' },
      code: 2000,
      message: 'Success',
    });
}

/** Sends the details of a key, which require the management key. */
const details: Reply = (response) =>
  sendJson(response, 200, { result: { name: 'Test key' }, code: 2000, message: 'Success' });

/** Returns the check to which a request belongs, or undefined. */
export function checkOf({ path }: Asked): 'availability' | 'details' | undefined {
  if (/\/keys\/[^/]+$/.test(path)) return 'availability';
  return /\/keys\/[^/]+\/details$/.test(path) ? 'details' : undefined;
}

/** Starts a service with this account. The service closes when the test ends. */
export async function keyService(replies: Replies = {}): Promise<StandIn> {
  const service = await standIn((asked, response) => answerKeys(replies, asked, response));
  onTestFinished(() => service.close());
  return service;
}

/** Responds to a request about keys. Responds with 404 to any other request. */
export function answerKeys(replies: Replies, asked: Asked, response: ServerResponse): void {
  const check = checkOf(asked);
  const right = { availability: available(true), details };
  if (check === undefined) refuse(404, 404, '404 Page not found')(response, asked);
  else (replies[check] ?? right[check])(response, asked);
}

/** Returns a home directory that is removed when the test ends. A run in this directory fails if it prints one of the keys. */
export function freshHome(): Home {
  const home = new Home();
  home.keep(apiKey, userToken, otherKey, otherToken);
  onTestFinished(() => home.remove());
  return home;
}

/** Writes a credentials file, like an earlier login. Returns the bytes of the file. */
export function store(path: string, content: unknown, mode = 0o600): Buffer {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
  writeFileSync(path, text, { mode });
  return readFileSync(path);
}

/** Returns the JSON content of a file. */
export function stored(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Returns the permissions of a file or directory, such as '600'. */
export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
