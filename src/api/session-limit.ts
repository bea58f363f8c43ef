// The limits of a `waypost proxy` session. The proxy's error responses name the limit that a request exceeded.

/** The option that set the limit. Every session also limits the path (`path`) and the token (`token`) of requests. */
export type SessionLimit = 'allow' | 'expires' | 'max_lookups' | 'path' | 'read_only' | 'token';

const sessionLimits: readonly SessionLimit[] = [
  'allow',
  'expires',
  'max_lookups',
  'path',
  'read_only',
  'token',
];

export function isSessionLimit(value: unknown): value is SessionLimit {
  return sessionLimits.some((limit) => limit === value);
}
