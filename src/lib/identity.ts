// Name, version and default service of this tool, and how the tokens that it makes begin. package.json is read at run
// time, so that a distributor changes the service in one place without a new build.
import manifest from '../../package.json';

/** Package, command and directory name. */
export const appName = 'waypost';

/** The version of this tool, as `waypost --version` prints it. */
export const version: string = manifest.version;

/** The service that is used if none is named. */
export const defaultBaseUrl: string = manifest.waypost.baseUrl;

/** How the token that replaces an API key in a session of `waypost proxy` begins. Programs check that a key begins with `ak_`. */
export const apiTokenPrefix = 'ak_proxy_';

/** How the token that replaces a management key begins. */
export const managementTokenPrefix = 'uk_proxy_';

/** The API key of every sandbox, which the documentation prints. */
export const sandboxTestKey = 'ak_test';
