// Which build of the tool this is.
import { type CommandSpec, option } from '../../line/command';

export const versionSpec: CommandSpec = {
  name: 'version',
  summary: 'Show version, commit, runtime and how waypost was installed',
  description:
    'Show the version, the commit it was built from, its runtime, and how it was installed.',
  options: [option('--check', 'ask the npm registry whether there is a newer version')],
  examples: [
    'waypost version',
    'waypost version --check',
    'waypost version --json | jq -r .installed',
  ],
  details: [
    'How it was installed follows from the path of its files: npm-global, pnpm-global, yarn-global, bun-global, volta, npx, local (in a project), homebrew, scoop, standalone (one executable), git-clone, or unknown. waypost --version prints the number alone.',
    '--check is the only request to the registry. It contains the name of the package and nothing else; npm_config_registry names another registry.',
  ],
  json: '{"version": "0.1.0", "commit": "3f2a…" or null, "runtime": "node 24.1.0", "platform": "linux-x64", "installed": "npm-global"}, and with --check "latest": "0.2.0" and "outdated": true',
  errors: [{ code: 'network_error' }, { code: 'timeout' }, { code: 'invalid_response' }],
  load: () => import('./version').then(({ showVersion }) => showVersion),
};
