// The limits of a `waypost proxy` session. The proxy's error responses name the limit that a request exceeded.

/** The API code with which the proxy rejects a request that exceeds a limit, for each limit. */
export const codesOfLimits = {
  allow: 4012,
  expires: 4010,
  max_lookups: 4021,
  path: 404,
  read_only: 4012,
  token: 4010,
} as const;

/** The option that set the limit. Every session also limits the path (`path`) and the token (`token`) of requests. */
export type SessionLimit = keyof typeof codesOfLimits;

export function isSessionLimit(value: unknown): value is SessionLimit {
  return typeof value === 'string' && Object.hasOwn(codesOfLimits, value);
}
