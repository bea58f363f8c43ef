// How to get the newest version, by the way this one was installed.
import type { Installed } from '../installation/installed';

export const upgradeHints: Readonly<Record<Installed, string>> = {
  'npm-global': 'Run `npm install -g waypost@latest`.',
  'pnpm-global': 'Run `pnpm add -g waypost@latest`.',
  'yarn-global': 'Run `yarn global add waypost@latest`.',
  'bun-global': 'Run `bun add -g waypost@latest`.',
  volta: 'Run `volta install waypost@latest`.',
  npx: 'Run `npx waypost@latest`.',
  local: 'Run `npm install waypost@latest` in the project.',
  homebrew: 'Run `brew upgrade waypost`.',
  scoop: 'Run `scoop update waypost`.',
  standalone: 'Install the executable of the new version as you installed this one.',
  'git-clone': 'Run `git pull && npm ci` in the clone.',
  unknown: 'Upgrade it the way it was installed.',
};
