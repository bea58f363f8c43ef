// Asks the npm registry for the newest version: the only request of this tool to neither the service nor a sandbox. The
// request contains no data of the user, not even the version in use.
import { openConnection } from '../../client/http/connection';
import { type HttpResponse, TransportFailure } from '../../client/http/exchange';
import { attemptRequest } from '../../client/http/transport';
import { type Environment, readVariable } from '../../lib/environment';
import type { ErrorCode } from '../../lib/error-codes';
import { WaypostError } from '../../lib/errors';
import { appName } from '../../lib/identity';

const defaultRegistry = 'https://registry.npmjs.org/';

/** The npm registry of the environment, without user name and password. */
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

/** The newest released version. Throws `network_error`, `timeout` or `invalid_response`, or the signal's reason. */
export async function newestVersion(
  env: Environment,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const registry = registryFrom(env);
  const url = new URL(`${appName}/latest`, registry);
  const headers = { accept: 'application/json', 'user-agent': appName };
  const connection = openConnection(url, env, { connections: 1, timeoutMs });
  let answer: HttpResponse;
  try {
    answer = await attemptRequest(
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
  const version = releasedVersion(answer);
  if (version !== undefined) return version;
  const message = `The npm registry ${registry.href} has no released version of ${appName} (status ${answer.status}).`;
  throw registryError('invalid_response', message);
}

function registryError(code: ErrorCode, message: string): WaypostError {
  return new WaypostError(code, message, {
    hint: 'Try again later, or set npm_config_registry to another registry.',
  });
}

const released = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** The version that the registry's answer names; undefined for a preview and for any other answer. */
function releasedVersion({ status, body }: HttpResponse): string | undefined {
  if (status !== 200) return undefined;
  try {
    const { version } = Object(JSON.parse(body.toString()));
    return typeof version === 'string' && released.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a released version is newer than one that may be a preview, such as `1.0.0-beta.2`. */
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
