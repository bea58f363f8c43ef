// Maps HTTP statuses and API codes to error codes.
import type { ErrorCode } from '../lib/error-codes';

/** The error codes for responses with status 404, by API code. */
const missing: ReadonlyMap<number, ErrorCode> = new Map([
  [4040, 'not_found'],
  [4041, 'auth_failed'],
  [4042, 'auth_failed'],
  [4045, 'not_found'],
  [4047, 'not_found'],
  [4048, 'not_found'],
]);

/** Returns the error code for an HTTP status and an API code. */
export function errorCodeFor(status: number, apiCode: number | undefined): ErrorCode {
  if (status === 401) return 'auth_failed';
  if (status === 429 || status === 503) return 'rate_limited';
  if (status >= 500) return 'service_unavailable';
  if (status === 402 && apiCode === 4020) return 'balance_empty';
  const absent = apiCode === undefined ? undefined : missing.get(apiCode);
  return (status === 404 && absent) || 'api_error';
}
