// A failed attempt as an error of the contract, with what to do next.
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import { isLoopback } from '../../lib/loopback';
import { hasCode } from '../../lib/system-error';
import { bodyLimit } from './body-limit';
import type { Answer, TransportFailure } from './failure';
import { proxyFor } from './proxies';
import { longestWaitMs, requestedWait } from './retry';

/** The error that a failed attempt at a service means; the failure itself is its cause. */
export function explainFailure(
  failure: TransportFailure,
  baseUrl: URL,
  env: Environment,
): WaypostError {
  const { origin } = baseUrl;
  const facts = { status: failure.partial?.status, cause: failure };
  switch (failure.kind) {
    case 'timeout':
      return new WaypostError('timeout', `${origin} did not answer in time: ${failure.message}.`, {
        ...facts,
        hint: 'Try again, or allow more with --timeout.',
      });
    case 'too_large':
      return new WaypostError(
        'invalid_response',
        `The answer of ${origin} is larger than ${bodyLimit / 1024 / 1024} MiB.`,
        facts,
      );
    case 'malformed':
    case 'truncated':
      return new WaypostError(
        'invalid_response',
        `The answer of ${origin} was cut off or is not HTTP: ${failure.message}.`,
        { ...facts, hint: 'Try again; if it stays, check that --base-url names the service.' },
      );
    default:
      return new WaypostError(
        'network_error',
        failure.kind === 'unreached'
          ? `${origin} cannot be reached: ${reasonOf(failure, baseUrl)}.`
          : `The connection to ${origin} broke before the end of the answer: ${failure.message}.`,
        {
          ...facts,
          hint:
            failure.kind === 'unreached'
              ? reachingHint(baseUrl, env)
              : 'Try again; if it stays, the service or something on the way to it is failing.',
        },
      );
  }
}

/** The system's reason; OpenSSL says in its own way that the other side does not speak TLS. */
function reasonOf({ message, cause }: TransportFailure, { protocol }: URL): string {
  const isPlain = protocol === 'https:' && hasCode(cause, 'ERR_SSL_WRONG_VERSION_NUMBER');
  return isPlain ? 'it speaks http, not https' : message;
}

/** An error with the time to wait, where the service asked for longer than is waited for. */
export function withWait(error: WaypostError, answer: Answer, now: number): WaypostError {
  if (error.code !== 'rate_limited') return error;
  const wait = requestedWait(answer, now);
  if (wait === undefined || wait <= longestWaitMs) return error;
  return error.with({ hint: `Try again in ${Math.ceil(wait / 1000)} seconds.` });
}

function reachingHint(baseUrl: URL, env: Environment): string {
  if (proxyFor(baseUrl, env) !== undefined) {
    return `Requests go through a proxy (HTTP_PROXY or HTTPS_PROXY). Check it, or name hosts to reach directly: NO_PROXY=${baseUrl.hostname}.`;
  }
  if (baseUrl.origin === new URL(defaultBaseUrl).origin) {
    return 'Start the local service with `waypost sandbox start`, or name the service with --base-url or WAYPOST_BASE_URL.';
  }
  if (isLoopback(baseUrl)) {
    return `If that is a local service, start it with \`waypost sandbox start --port ${baseUrl.port}\`; or name the service with --base-url or WAYPOST_BASE_URL.`;
  }
  return 'Check the network and --base-url. A company certificate goes into NODE_EXTRA_CA_CERTS.';
}
