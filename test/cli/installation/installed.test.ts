// waypost recognizes how it was installed by the location of its files.
import { expect, test } from 'vitest';
import { wayTo } from '../../../src/cli/installation/installed';
import { isInExecutable } from '../../../src/lib/installation';

const places: [path: string, way: string, there?: string[]][] = [
  ['/usr/lib/node_modules/waypost', 'npm-global', ['/usr/bin/waypost']],
  [
    '/home/ada/.nvm/versions/node/v24.1.0/lib/node_modules/waypost',
    'npm-global',
    ['/home/ada/.nvm/versions/node/v24.1.0/bin/waypost'],
  ],
  [
    'C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\waypost',
    'npm-global',
    ['C:/Users/ada/AppData/Roaming/npm/waypost.cmd'],
  ],
  [
    '/home/ada/.npm/_npx/8a2d/node_modules/waypost',
    'npx',
    ['/home/ada/.npm/_npx/8a2d/package.json'],
  ],
  ['/home/ada/.cache/pnpm/dlx-123/node_modules/.pnpm/waypost@1.0.0/node_modules/waypost', 'npx'],
  ['/tmp/bunx-1000-waypost/node_modules/waypost', 'npx'],
  ['/home/ada/.local/share/pnpm/global/5/.pnpm/waypost@1.0.0/node_modules/waypost', 'pnpm-global'],
  ['/home/ada/.config/yarn/global/node_modules/waypost', 'yarn-global'],
  ['/home/ada/.bun/install/global/node_modules/waypost', 'bun-global'],
  ['/home/ada/.volta/tools/image/packages/waypost/lib/node_modules/waypost', 'volta'],
  ['/home/ada/shop/node_modules/waypost', 'local', ['/home/ada/shop/package.json']],
  [
    '/home/ada/lib/node_modules/waypost',
    'local',
    ['/home/ada/lib/package.json', '/home/ada/bin/waypost'],
  ],
  ['/home/ada/shop/node_modules/.pnpm/waypost@1.0.0/node_modules/waypost', 'local'],
  ['/opt/homebrew/Cellar/waypost/1.0.0/libexec/lib/node_modules/waypost', 'homebrew'],
  ['C:\\Users\\ada\\scoop\\apps\\waypost\\current\\waypost.exe', 'scoop'],
  ['/home/ada/waypost', 'git-clone', ['/home/ada/waypost/.git', '/home/ada/waypost/src']],
  ['/home/ada/waypost', 'unknown'],
  ['/opt/waypost-1.0.0', 'unknown', ['/opt/waypost-1.0.0/src']],
];

test.each(places)('wayTo identifies the installation in %s as %s', (path, way, there = []) => {
  const exists = (name: string) => there.includes(name);
  expect(wayTo({ path, standalone: false, exists })).toBe(way);
});

test.each([
  ['/usr/local/bin/waypost', 'standalone'],
  ['/opt/homebrew/Cellar/waypost/1.0.0/bin/waypost', 'homebrew'],
  ['/home/ada/shop/node_modules/waypost-linux-x64/bin/waypost', 'local'],
])('wayTo identifies the executable %s as %s', (path, way) => {
  expect(wayTo({ path, standalone: true, exists: () => false })).toBe(way);
});

test.each([
  ['/$bunfs/root/waypost', true],
  ['B:\\~BUN\\root\\waypost.exe', true],
  ['b:/~bun/root/waypost.exe', true],
  ['/usr/lib/node_modules/waypost/dist/main.js', false],
  ['/home/ada/$bunfs/root/main.js', false],
])(
  'for the module path %j, isInExecutable returns %s (true if the module is part of a compiled executable)',
  (file, is) => {
    expect(isInExecutable(file)).toBe(is);
  },
);
