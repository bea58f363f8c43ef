// Asks the registry of npm for the newest version: the only request of this tool to neither the service nor a
// sandbox. It sends no data of the user, not even the version in use.
import { openConnection } from '../../client/http/connection';
import { attemptRequest } from '../../client/http/transport';
import { type Environment, readVariable } from '../../lib/environment';
import { appName } from '../../lib/identity';
import type { Machine } from '../../lib/runtime';
import { isReleased, readUpgradeState, writeUpgradeState } from './upgrade';

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

/** Stores the newest version. After any failure, it asks again another day. */
export async function askRegistry(machine: Machine): Promise<void> {
  const { env } = machine;
  try {
    const url = new URL(`${appName}/latest`, registryFrom(env));
    const headers = { accept: 'application/json', 'user-agent': appName };
    const limits = { timeoutMs: 10_000 };
    const connection = openConnection(url, env, { connections: 1, ...limits });
    const answer = await attemptRequest(connection, { method: 'GET', url, headers }, limits);
    if (answer.status !== 200) return;
    const { version } = Object(JSON.parse(answer.body.toString()));
    if (!isReleased(version)) return;
    writeUpgradeState(machine, { ...readUpgradeState(machine), latest: version });
  } catch {
    // Nobody waits for an answer.
  }
}
