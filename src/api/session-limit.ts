// The limits of a `waypost proxy` session. The proxy's error responses name the limit that a request exceeded.

/** For each limit, the API code in the proxy's response to a request that exceeds the limit. */
export const codesOfLimits = {
  allow: 4012,
  expires: 4010,
  max_lookups: 4021,
  path: 404,
  read_only: 4012,
  token: 4010,
} as const;

/**
 * The option that set the limit, or a limit of every session: `path` rejects unknown paths, and `token` rejects
 * requests without a valid session token.
 */
export type SessionLimit = keyof typeof codesOfLimits;

export function isSessionLimit(value: unknown): value is SessionLimit {
  return typeof value === 'string' && Object.hasOwn(codesOfLimits, value);
}
