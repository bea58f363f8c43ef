// Describes `waypost version`, which shows the installed version.
import { type CommandSpec, option } from '../../line/command';

export const versionSpec: CommandSpec = {
  name: 'version',
  summary: 'Show the version, commit, runtime and installation method',
  description:
    'Show the version, the commit from which waypost was built, the runtime, and the installation method.',
  options: [option('--check', 'check the npm registry for a newer version')],
  examples: [
    'waypost version',
    'waypost version --check',
    'waypost version --json | jq -r .installed',
  ],
  details: [
    'waypost detects the installation method from the path of its files. The method is npm-global, pnpm-global, yarn-global, bun-global, volta, npx, local (in a project), homebrew, scoop, standalone (one executable), git-clone, or unknown. `waypost --version` prints only the version number.',
    'Only --check sends a request to the registry. The request contains only the package name. To use a different registry, set npm_config_registry.',
  ],
  json: '{"version": "0.1.0", "commit": "3f2a…" or null, "runtime": "node 24.1.0", "platform": "linux-x64", "installed": "npm-global"}, and with --check "latest": "0.2.0" and "outdated": true',
  errors: [{ code: 'network_error' }, { code: 'timeout' }, { code: 'invalid_response' }],
  load: () => import('./version').then(({ showVersion }) => showVersion),
};
