// The limits of a session of `waypost proxy`, which its refusals name.

/** The option that set the limit; `path` and `token` hold in every session. */
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
