// Which build of the tool this is, how this copy was installed, by the path of its files and without a request, and how
// to get the newest version. An unknown path is called unknown.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isStandalone } from '../../lib/installation';

/** How to upgrade, by the way to install the tool. */
export const upgradeHints = {
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
} as const;

export type Installed = keyof typeof upgradeHints;

/** The path of the running files, and access to the files around them. */
export interface Location {
  /** The package's directory; of a standalone executable, the file itself. Symbolic links resolved. */
  path: string;
  standalone: boolean;
  exists: (path: string) => boolean;
}

/** Parts of paths that identify one way, the most specific first. */
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
 * Whether npm's global packages are in this directory: `<prefix>/lib` beside `<prefix>/bin/waypost`, and on
 * Windows a directory with `waypost.cmd`. A project has a package.json.
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

/** The commit it was built from, put in by scripts/build.mjs: the whole hash; null where the source was no git checkout, or is run unbuilt. */
export const commit: string | null = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null;

/** Such as `node 24.1.0`, or `bun 1.3.0 (standalone)`. */
export function runtime(): string {
  const { bun, node } = process.versions;
  const engine = bun === undefined ? `node ${node}` : `bun ${bun}`;
  return isStandalone ? `${engine} (standalone)` : engine;
}

/** System and processor, such as `linux-x64`. */
export function platform(): string {
  return `${process.platform}-${process.arch}`;
}
