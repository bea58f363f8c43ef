// Name, version and default service of this tool, read from package.json at run time, so that a distributor
// changes the service in one place without a new build.
import manifest from '../../package.json';

/** Package, command and directory name. */
export const appName = 'waypost';

/** The version of this tool, as `waypost --version` prints it. */
export const version: string = manifest.version;

/** The service that is used if none is named. */
export const defaultBaseUrl: string = manifest.waypost.baseUrl;
