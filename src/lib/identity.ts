// The name, version and default service of waypost, and the prefixes of its tokens. package.json is read at run time, so
// that a distributor can change the service in one place without a new build.
import manifest from '../../package.json';

/** The name of the package, the command and its directories. */
export const appName = 'waypost';

/** The version of waypost, which `waypost --version` prints. */
export const version: string = manifest.version;

/** The base URL if the user names none. */
export const defaultBaseUrl: string = manifest.waypost.baseUrl;

/** Prefix of the session token that replaces an API key in `waypost proxy`. Programs require that a key starts with `ak_`. */
export const apiTokenPrefix = 'ak_proxy_';

/** Prefix of the session token that replaces a management key. */
export const managementTokenPrefix = 'uk_proxy_';

/** The API key of every sandbox, which the documentation prints. */
export const sandboxTestKey = 'ak_test';
