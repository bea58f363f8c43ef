// The contents of a release: its software bill of materials, its package manager manifests and its version.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses: ({ license: { id: string } } | { expression: string })[];
}

describe('the software bill of materials', () => {
  const sbom: {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    components: Component[];
  } = JSON.parse(read('dist/sbom.cdx.json'));
  const lock: {
    packages: Record<string, { version: string; license: string; integrity?: string }>;
  } = JSON.parse(read('package-lock.json'));

  test('lists every package in THIRD-PARTY-LICENSES.txt exactly once', () => {
    const noticed = [
      ...read('dist/THIRD-PARTY-LICENSES.txt').matchAll(/^(@?[a-z][\w./-]*) (\d\S*) \(\S+\)$/gm),
    ];
    expect(noticed.length).toBeGreaterThan(30);
    const names = sbom.components.map((each) => `${each.name} ${each.version}`);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(
      expect.arrayContaining(noticed.map(([, name, found]) => `${name} ${found}`)),
    );
    expect(names).toContain(
      `node-sqlite3-wasm ${lock.packages['node_modules/node-sqlite3-wasm']?.version}`,
    );
  });

  test('contains the package URL, license and lock file checksum of each package', () => {
    for (const { name, version, purl, hashes, licenses } of sbom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(licenses).toHaveLength(1);
      const sums = Object.entries(lock.packages)
        .filter(
          ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
        )
        .map(([, { integrity = '' }]) =>
          Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
        );
      expect(sums).toContain(hashes?.[0]?.content);
    }
  });

  test('has the format CycloneDX 1.6', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

describe('scripts/release/manifests.mjs', async () => {
  const { homebrewFormula, scoopManifest } = await import('../../scripts/release/manifests.mjs');
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
  const archives = platforms.map((platform, index) => ({
    platform,
    url: `https://example.com/waypost-${platform}-1.2.3.tgz`,
    sha256: String(index).repeat(64),
  }));
  const manifest = {
    version: '1.2.3',
    description: 'Keys of a service. And more.',
    license: 'MIT',
  };

  test('creates a Homebrew formula with an archive and its checksum for each platform except Windows', () => {
    const formula = homebrewFormula(manifest, archives);
    for (const { platform, url, sha256 } of archives.filter(
      ({ platform }) => platform !== 'win32-x64',
    )) {
      expect(formula, platform).toContain(`      url "${url}"\n      sha256 "${sha256}"\n`);
    }
    expect(formula).toContain('desc "Keys of a service"');
  });

  test('creates a Scoop manifest with the archive for Windows', () => {
    expect(JSON.parse(scoopManifest(manifest, archives))).toMatchObject({
      version: '1.2.3',
      architecture: {
        '64bit': { url: archives[4]?.url, hash: archives[4]?.sha256, extract_dir: 'package' },
      },
      bin: 'waypost.exe',
    });
  });
});

describe('check-version.mjs', () => {
  const check = (tag: string) =>
    spawnSync(process.execPath, [join(root, 'scripts/release/check-version.mjs'), tag], {
      encoding: 'utf8',
    });

  test("prints the version's CHANGELOG.md entry if the tag matches the version in package.json", () => {
    expect(check(`v${version}`)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('- '),
    });
  });

  test('fails if the tag differs from the version in package.json', () => {
    const { status, stderr } = check('v99.0.0');
    expect(status).toBe(1);
    expect(stderr).toContain(`The tag is v99.0.0, but package.json has version ${version}`);
  });
});

test('repositoryOf reads the repository from the environment variables of a GitHub workflow', async () => {
  const { repositoryOf } = await import('../../scripts/release/packages.mjs');
  const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/waypost' };
  const url = 'git+https://github.com/acme/waypost.git';
  expect(repositoryOf(env)).toEqual({ repository: { type: 'git', url } });
  expect(repositoryOf({})).toEqual({});
});

test.skipIf(process.platform === 'win32')(
  'evenModes sets mode 0755 for directories and executable files, and mode 0644 for other files',
  async () => {
    const { evenModes } = await import('../../scripts/release/packages.mjs');
    const directory = mkdtempSync(join(tmpdir(), 'waypost-modes-'));
    mkdirSync(join(directory, 'bin'), { mode: 0o700 });
    writeFileSync(join(directory, 'README.md'), '', { mode: 0o600 });
    writeFileSync(join(directory, 'bin/waypost.js'), '', { mode: 0o700 });
    await evenModes(directory);
    const modes = ['bin', 'README.md', 'bin/waypost.js'].map(
      (name) => statSync(join(directory, name)).mode & 0o777,
    );
    rmSync(directory, { recursive: true });
    expect(modes).toEqual([0o755, 0o644, 0o755]);
  },
);
