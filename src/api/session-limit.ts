// The limits of a `waypost proxy` session. If the proxy rejects a request because of a limit, the error response names
// the limit.

/** Maps each limit to the API code of the proxy's error response. */
export const codesOfLimits = {
  allow: 4012,
  expires: 4010,
  max_lookups: 4021,
  path: 404,
  read_only: 4012,
  token: 4010,
} as const;

/**
 * The name of a session limit. The limits `allow`, `expires`, `max_lookups` and `read_only` are named after the options
 * that set them. The other two limits apply to every session: `path` rejects unknown or ambiguous paths, and `token`
 * rejects requests without a valid session token.
 */
export type SessionLimit = keyof typeof codesOfLimits;

export function isSessionLimit(value: unknown): value is SessionLimit {
  return typeof value === 'string' && Object.hasOwn(codesOfLimits, value);
}
