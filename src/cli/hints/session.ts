// Hints for a program that runs in a session of `waypost proxy`. The program cannot change the session's limits, so the
// hints refer to the person who started the proxy.

import type { SessionLimit } from '../../api/session-limit';
import { type Environment, readVariable } from '../../lib/environment';
import type { WaypostError } from '../../lib/errors';
import { isSessionToken } from '../../lib/identity';

const onlyStarter = "Ask the person who started `waypost proxy` to change the session's limits.";

/** The hints for requests that the proxy rejects, by the session limit that caused the rejection. */
export const sessionHints: Readonly<Record<SessionLimit, string>> = {
  allow: `The session forwards only the operations in its --allow list. ${onlyStarter}`,
  expires: `The session has reached its --expires time. ${onlyStarter}`,
  max_lookups: `The session has reached the limit that --max-lookups sets. Searches do not count toward this limit. ${onlyStarter}`,
  path: `The session forwards only requests to the service's operations. ${onlyStarter}`,
  read_only: `With --read-only, the session forwards only operations that read data. ${onlyStarter}`,
  token:
    "Use this session's token. Remove options such as --api-key, and do not change WAYPOST_API_KEY.",
};

/** The API codes of errors that are caused by the key, the key's limits or the key's owner. */
const codesOfKey: ReadonlySet<number> = new Set([
  4010, 4011, 4012, 4013, 4014, 4015, 4020, 4021, 4041, 4042, 40010,
]);

/** True if the API key in the environment is a session token. */
export function isInSession(env: Environment): boolean {
  return isSessionToken(readVariable(env, 'WAYPOST_API_KEY') ?? '');
}

/**
 * If waypost runs in a session, returns the hint for an error about the session's keys. Returns undefined for any other
 * error.
 */
export function hintInSession(error: WaypostError, env: Environment): string | undefined {
  if (!isInSession(env)) return undefined;
  const { code, apiCode } = error;
  if (code === 'session_refused') return undefined;
  if (code === 'missing_user_token') {
    return `The session has a management token only if its --allow list contains a management operation, such as 'keys usage'. ${onlyStarter}`;
  }
  if (apiCode === undefined || !codesOfKey.has(apiCode)) return undefined;
  return "The service rejected the request because of the session's key or the key's limits. Ask the person who started `waypost proxy` to check the key.";
}
