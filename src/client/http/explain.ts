// Turns a failed attempt into a WaypostError with a reason.
import type { Environment } from '../../lib/environment';
import { errorCodes } from '../../lib/error-codes';
import { WaypostError } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import { isLoopback } from '../../lib/loopback';
import { failed, type Reason } from '../reasons';
import { bodyLimit } from './body';
import {
  type HttpResponse,
  plainHttpReason,
  speaksPlainHttp,
  type TransportFailure,
} from './exchange';
import { proxyFor } from './proxies';
import { longestWaitMs, requestedWait } from './retry';

/** Returns the error for a failed attempt. The failure is the error's `cause`. */
export function explainFailure(
  failure: TransportFailure,
  baseUrl: URL,
  env: Environment,
): WaypostError {
  const { origin } = baseUrl;
  const { kind, message } = failure;
  const facts = { status: failure.partial?.status, cause: failure, about: localPort(baseUrl) };
  if (kind === 'timeout') {
    return new WaypostError('timeout', `${origin} did not respond in time: ${message}.`, facts);
  }
  if (kind === 'too_large') {
    const limit = `${bodyLimit / 1024 / 1024} MiB`;
    const text = `The response from ${origin} is larger than ${limit}.`;
    return new WaypostError('invalid_response', text, facts);
  }
  if (kind === 'malformed' || kind === 'truncated') {
    const text = `The response from ${origin} was cut off or is not HTTP: ${message}.`;
    return failed('invalid_response', 'answer_cut_off', text, facts);
  }
  if (kind === 'unreached') {
    const about = { host: baseUrl.hostname, port: baseUrl.port };
    const isPlain = baseUrl.protocol === 'https:' && speaksPlainHttp(failure.cause);
    const text = `waypost cannot reach ${origin}: ${isPlain ? plainHttpReason : message}.`;
    return failed('network_error', whyUnreached(baseUrl, env), text, { ...facts, about });
  }
  const text = `The connection to ${origin} broke before the end of the response: ${message}.`;
  return failed('network_error', 'connection_broke', text, facts);
}

/** If the service requires a wait longer than `longestWaitMs`, adds the number of seconds to a `rate_limited` error. */
export function withWait<E>(error: E, response: HttpResponse, now: number): E | WaypostError {
  if (!(error instanceof WaypostError) || error.code !== 'rate_limited') return error;
  const wait = requestedWait(response, now);
  if (wait === undefined || wait <= longestWaitMs) return error;
  return error.with({
    reason: 'wait' satisfies Reason,
    about: { seconds: String(Math.ceil(wait / 1000)) },
  });
}

/**
 * If a service on this machine failed, adds the service's port to the error, because the service might be a sandbox
 * that injects faults.
 */
export function withPort<E>(error: E, baseUrl: URL): E | WaypostError {
  if (!(error instanceof WaypostError)) return error;
  const hasFailed = error.exitStatus === errorCodes.service_unavailable.exitStatus;
  return hasFailed ? error.with({ about: localPort(baseUrl) }) : error;
}

/**
 * Returns the service's port if the service runs on this machine and uses plain HTTP, because the service might then be
 * a sandbox. Hints about the sandbox contain the port.
 */
function localPort(baseUrl: URL): { localPort?: string } {
  const mayBeSandbox = isLoopback(baseUrl) && baseUrl.protocol === 'http:';
  return mayBeSandbox ? { localPort: baseUrl.port || '80' } : {};
}

function whyUnreached(baseUrl: URL, env: Environment): Reason {
  if (proxyFor(baseUrl, env) !== undefined) return 'unreached_through_proxy';
  if (baseUrl.origin === new URL(defaultBaseUrl).origin) return 'unreached_default';
  return isLoopback(baseUrl) ? 'unreached_local' : 'unreached';
}
