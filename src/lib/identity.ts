// waypost's name, version and default service, and the prefixes of waypost's session tokens. This module reads
// package.json at run time, so that a distributor can change the service in package.json without a new build.
import manifest from '../../package.json';

/** The name of the package, the command and waypost's directories. */
export const appName = 'waypost';

/** The version of waypost, which `waypost --version` prints. */
export const version: string = manifest.version;

/** The base URL that waypost uses if the user does not set a base URL. */
export const defaultBaseUrl: string = manifest.waypost.baseUrl;

/**
 * The prefix of the session token that replaces an API key in `waypost proxy`. The prefix begins with `ak_`, because
 * programs expect an API key to begin with these characters.
 */
export const apiTokenPrefix = 'ak_proxy_';

/** True if a value is the session token that replaces an API key. */
export function isSessionToken(value: string): boolean {
  return value.startsWith(apiTokenPrefix);
}

/** The prefix of the session token that replaces a management key. */
export const managementTokenPrefix = 'uk_proxy_';

/** The API key that every sandbox has. The documentation uses this key in examples. */
export const sandboxTestKey = 'ak_test';
