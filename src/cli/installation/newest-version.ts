// Requests the number of the newest version from the npm registry. waypost sends all other requests to the service or
// to a sandbox. The request to the registry does not contain any data about the user, not even the installed version.
import { openConnection } from '../../client/http/connection';
import { type HttpResponse, TransportFailure } from '../../client/http/exchange';
import { attemptRequest } from '../../client/http/transport';
import { type Environment, readVariable } from '../../lib/environment';
import type { ErrorCode } from '../../lib/error-codes';
import { WaypostError } from '../../lib/errors';
import { appName } from '../../lib/identity';

const defaultRegistry = 'https://registry.npmjs.org/';

/**
 * Returns the URL of the npm registry, without a user name or password. The npm_config_registry environment variable
 * sets the URL. The default is registry.npmjs.org.
 */
export function registryFrom(env: Environment): URL {
  const named =
    readVariable(env, 'npm_config_registry') ??
    readVariable(env, 'NPM_CONFIG_REGISTRY') ??
    defaultRegistry;
  const url = new URL(URL.canParse(named) && /^https?:\/\//i.test(named) ? named : defaultRegistry);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * Returns the newest released version. Throws `network_error` or `timeout` if the registry does not respond,
 * `invalid_response` if the response does not contain a released version, and the signal's reason if the signal aborts.
 */
export async function newestVersion(
  env: Environment,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const registry = registryFrom(env);
  const url = new URL(`${appName}/latest`, registry);
  const headers = { accept: 'application/json', 'user-agent': appName };
  const connection = openConnection(url, env, { connections: 1, timeoutMs });
  let response: HttpResponse;
  try {
    response = await attemptRequest(
      connection,
      { method: 'GET', url, headers },
      { timeoutMs, signal },
    );
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const code = error.kind === 'timeout' ? 'timeout' : 'network_error';
    throw registryError(
      code,
      `The npm registry ${registry.href} did not respond: ${error.message}.`,
    );
  }
  const version = releasedVersion(response);
  if (version !== undefined) return version;
  const message = `The npm registry ${registry.href} has no released version of ${appName} (status ${response.status}).`;
  throw registryError('invalid_response', message);
}

function registryError(code: ErrorCode, message: string): WaypostError {
  return new WaypostError(code, message, {
    hint: 'Try again later, or set npm_config_registry to the URL of a different registry.',
  });
}

const released = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** Returns the version in the registry's response, or undefined if the response does not contain a released version. */
function releasedVersion({ status, body }: HttpResponse): string | undefined {
  if (status !== 200) return undefined;
  try {
    const { version } = Object(JSON.parse(body.toString()));
    return typeof version === 'string' && released.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** True if a released version is newer than the current version, which might be a preview such as `1.0.0-beta.2`. */
export function isNewer(latest: string, current: string): boolean {
  const theirs = released.exec(latest);
  const ours = released.exec(current.replace(/[-+].*$/, ''));
  if (theirs === null || ours === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(theirs[part]) - Number(ours[part]);
    if (difference !== 0) return difference > 0;
  }
  return current.includes('-');
}
