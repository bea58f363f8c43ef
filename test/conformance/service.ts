// The service that is tested: sends requests exactly as a row writes them.
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
  /** Whether there is the control API of the sandbox, which makes accounts and changes what a dashboard changes. */
  readonly hasControl: boolean;
  /** The keys of the caller; those that are unknown are missing. */
  readonly keys: Partial<Keys>;
  /** Sends a request. One that exceeds the rate limit is sent again, unless the row expects its 503. */
  send(request: RowRequest, expectedStatus?: number): Promise<ServiceResponse>;
  /** A new account; only with the control API. */
  newAccount(): Promise<Keys>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  baseUrl: string;
  keys: Partial<Keys>;
  /** Milliseconds between two requests. */
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

/** The limit of 30 requests counts those of one second, in milliseconds. */
const rateLimitWindow = 1000;
const maximumAttempts = 4;

/** Whether the service did not handle a request, because it had too many in one second. */
function isRateLimited({ status, text }: ServiceResponse): boolean {
  return status === 503 && text === '';
}

/** Opens a service, and finds out whether it has a control API. */
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
