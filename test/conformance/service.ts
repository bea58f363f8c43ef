// Sends requests to the tested service, without changing the requests of the rows.
import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';
import type { ServiceResponse } from './check';
import { isControlRequest, type RowRequest } from './rows';

interface Keys {
  key: string;
  management_key: string;
  user_id: string;
}

export interface Service {
  /**
   * True if the service has the sandbox's control API, which creates accounts and changes settings like the dashboard.
   */
  readonly hasControl: boolean;
  /** The caller's keys. Omits unknown keys. */
  readonly keys: Partial<Keys>;
  /** Sends a request. If the request exceeds the rate limit, sends it again, unless the row expects status 503. */
  send(request: RowRequest, expectedStatus?: number): Promise<ServiceResponse>;
  /** Creates an account. Requires the control API. */
  newAccount(): Promise<Keys>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  baseUrl: string;
  keys: Partial<Keys>;
  /** The number of milliseconds before each request. */
  pause: number;
}

function headersOf({ bearer, headers, json }: RowRequest): Record<string, string> {
  return {
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
}

function plainHeaders(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** The length of the time for which the service counts requests for the rate limit, in milliseconds. */
const rateLimitWindow = 1000;
const maximumAttempts = 4;

/** True if the service rejected a request because of the rate limit. */
function isRateLimited({ status, text }: ServiceResponse): boolean {
  return status === 503 && text === '';
}

/** Returns functions that send requests to a service. Checks whether the service has the control API. */
export async function openService({ baseUrl, keys, pause }: ServiceOptions): Promise<Service> {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const agent = new Agent();

  const sendOnce = async (request: RowRequest): Promise<ServiceResponse> => {
    if (pause > 0) await setTimeout(pause);
    const { method, path, json, text } = request;
    const response = await agent.request({
      origin,
      path: isControlRequest(request) ? path : `${prefix}${path}`,
      method: method as 'GET',
      headers: headersOf(request),
      body: json === undefined ? (text ?? null) : JSON.stringify(json),
    });
    return {
      status: response.statusCode,
      headers: plainHeaders(response.headers),
      text: await response.body.text(),
    };
  };

  const send = async (request: RowRequest, expectedStatus?: number): Promise<ServiceResponse> => {
    let response = await sendOnce(request);
    for (let sent = 1; sent < maximumAttempts; sent += 1) {
      if (expectedStatus === 503 || !isRateLimited(response)) break;
      await setTimeout(rateLimitWindow);
      response = await sendOnce(request);
    }
    return response;
  };

  const health = await send({ method: 'GET', path: '/_sandbox/health' });
  const newAccount = async (): Promise<Keys> => {
    const { text } = await send({ method: 'POST', path: '/_sandbox/keys', json: {} });
    const { key, user_token: managementKey, user_id } = JSON.parse(text);
    return {
      key,
      management_key: managementKey,
      user_id,
    };
  };
  return {
    hasControl: health.status === 200 && health.text.includes('"ok":true'),
    keys,
    send,
    newAccount,
    close: () => agent.close(),
  };
}
