// Detects how waypost was installed, how to upgrade waypost, from which commit waypost was built, and which runtime
// runs waypost. This module does not send requests. The path of waypost's files shows how waypost was installed. If
// waypost does not recognize the path, the installation method is `unknown`.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isStandalone } from '../../lib/installation';

/** The upgrade hint for each installation method. */
export const upgradeHints = {
  'npm-global': 'Run `npm install -g waypost@latest`.',
  'pnpm-global': 'Run `pnpm add -g waypost@latest`.',
  'yarn-global': 'Run `yarn global add waypost@latest`.',
  'bun-global': 'Run `bun add -g waypost@latest`.',
  volta: 'Run `volta install waypost@latest`.',
  npx: 'Run `npx waypost@latest`.',
  local: 'Run `npm install waypost@latest` in the project.',
  homebrew:
    'Replace `waypost.rb` in your tap with the `waypost.rb` of the new release, then run `brew upgrade waypost`.',
  scoop:
    'Run `scoop uninstall waypost`, then run `scoop install ./waypost.json` with the `waypost.json` of the new release.',
  standalone:
    'Install the executable of the newest version in the same way as you installed this version.',
  'git-clone': 'Run `git pull && npm ci` in the clone.',
  unknown: 'Upgrade waypost in the same way as you installed it.',
} as const;

export type Installed = keyof typeof upgradeHints;

/** The path of the running copy of waypost, and a function that checks whether a file exists. */
export interface Location {
  /**
   * The package's directory, or the path of the executable if waypost is a standalone executable. The path does not
   * contain symbolic links.
   */
  path: string;
  standalone: boolean;
  exists: (path: string) => boolean;
}

/**
 * Patterns for waypost's path, each with the installation method that a matching path indicates. If several patterns
 * match, the first pattern determines the method.
 */
const marks: readonly (readonly [RegExp, Installed])[] = [
  [/\/Cellar\/waypost\//, 'homebrew'],
  [/\/scoop\/apps\/waypost\//i, 'scoop'],
  [/\/(_npx|dlx|dlx-[^/]+|bunx-[^/]+)\//, 'npx'],
  [/\/\.?volta\/tools\/image\/packages\//i, 'volta'],
  [/\/pnpm\/(global|[^/]+\/global)\//i, 'pnpm-global'],
  [/\/yarn\/(data\/)?global\/node_modules\//i, 'yarn-global'],
  [/\/\.bun\/install\/global\/node_modules\//, 'bun-global'],
];

export function wayTo({ path, standalone, exists }: Location): Installed {
  const place = path.replaceAll('\\', '/');
  const marked = marks.find(([mark]) => mark.test(`${place}/`));
  if (marked !== undefined) return marked[1];
  const [, prefix] = /^(.*?)\/node_modules\//.exec(`${place}/`) ?? [];
  if (prefix !== undefined) return isGlobal(prefix, exists) ? 'npm-global' : 'local';
  if (standalone) return 'standalone';
  return exists(join(path, '.git')) && exists(join(path, 'src')) ? 'git-clone' : 'unknown';
}

/**
 * True if npm installs global packages in this directory's `node_modules`. On Windows, such a directory contains
 * `waypost.cmd`. On other systems, the directory is `<prefix>/lib`, and `<prefix>/bin/waypost` exists. A directory that
 * contains a package.json is a project, not a directory for global packages.
 */
function isGlobal(directory: string, exists: Location['exists']): boolean {
  if (exists(`${directory}/package.json`)) return false;
  if (exists(`${directory}/waypost.cmd`)) return true;
  return directory.endsWith('/lib') && exists(`${dirname(directory)}/bin/waypost`);
}

export function installed(): Installed {
  try {
    const path = realpathSync(isStandalone ? process.execPath : join(__dirname, '..'));
    return wayTo({ path, standalone: isStandalone, exists: existsSync });
  } catch {
    return 'unknown';
  }
}

declare const BUILD_COMMIT: string | null | undefined;

/**
 * The full hash of the commit from which waypost was built. scripts/build.mjs inserts this value. Null if the build did
 * not run in a Git repository, or if waypost runs from its source code.
 */
export const commit: string | null = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null;

/** Returns the runtime and its version, such as `node 24.1.0` or `bun 1.3.0 (standalone)`. */
export function runtime(): string {
  const { bun, node } = process.versions;
  const engine = bun === undefined ? `node ${node}` : `bun ${bun}`;
  return isStandalone ? `${engine} (standalone)` : engine;
}

/** Returns the operating system and the processor architecture, such as `linux-x64`. */
export function platform(): string {
  return `${process.platform}-${process.arch}`;
}
