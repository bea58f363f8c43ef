// Who this tool is: read from package.json when it runs, so that a distributor sets the name of the
// service in one place and nothing has to be built again.
import manifest from '../../package.json';

/** Package, command and directory name. */
export const appName = 'waypost';

/** The version of this tool, as `waypost --version` prints it. */
export const version: string = manifest.version;

/** The service that is asked when nobody names one. */
export const defaultBaseUrl: string = manifest.waypost.baseUrl;

/** What the tool calls itself in requests. */
export const userAgent = `${appName}/${version}`;
