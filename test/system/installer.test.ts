// Runs packaging/install.sh with a release on a local server.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runShell } from '../support/shell';

const installer = readFileSync(join(__dirname, '../../packaging/install.sh'), 'utf8');
const machine = `linux-${process.arch === 'arm64' ? 'arm64' : 'x64'}`;
const archive = `waypost-${machine}-1.2.3.tgz`;
const root = mkdtempSync(join(tmpdir(), 'waypost-installer-'));
const files = new Map<string, Buffer>();
let server: Server;
let url: string;
let home: string;

/** Returns an archive like a packed npm package, with a script as the executable. */
function packed(program: string): Buffer {
  const directory = mkdtempSync(join(root, 'pack-'));
  mkdirSync(join(directory, 'package'));
  writeFileSync(join(directory, 'package/waypost'), program);
  chmodSync(join(directory, 'package/waypost'), 0o755);
  return execFileSync('tar', ['-czf', '-', '-C', directory, 'package']);
}

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Runs the installer with these checksums, which a release adds to the script. */
function install(checksums: string, env: Record<string, string> = {}) {
  const script = join(home, 'install.sh');
  writeFileSync(script, installer.replace("checksums=''", `checksums='${checksums}'`));
  return runShell(['sh', script], {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    WAYPOST_RELEASE_URL: url,
    ...env,
  });
}

/** Returns a value for PATH with which a script replaces a system command. */
function commandInstead(name: string, script: string): string {
  const directory = join(home, 'instead');
  mkdirSync(directory);
  writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${directory}:${process.env.PATH}`;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const content = files.get((request.url ?? '').slice(1));
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  home = mkdtempSync(join(root, 'home-'));
  files.clear();
});
afterEach(() => {
  expect(readdirSync(home).filter((name) => name.startsWith('tmp'))).toEqual([]);
});

const works = '#!/bin/sh\necho 1.2.3\n';

describe.skipIf(process.platform !== 'linux')('install.sh', () => {
  test('installs the executable for this machine, and prints how to add its directory to PATH', async () => {
    const content = packed(works);
    files.set(archive, content);
    const done = await install(`${sumOf(content)}  ${archive}\n`);
    const path = join(home, '.local/bin/waypost');
    expect(done.stderr).toBe('');
    expect(done.stdout).toBe(
      `Installed waypost 1.2.3 to ${path}.\n` +
        `${home}/.local/bin is not in your PATH. Add this line to the startup file of your shell:\n` +
        `  export PATH="${home}/.local/bin:$PATH"\n` +
        'Then open a new terminal. To get started, run: waypost signup\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(home, '.local/bin'))).toEqual(['waypost']);
  });

  test('replaces an older version in the directory that WAYPOST_INSTALL_DIR selects', async () => {
    const content = packed(works);
    files.set(archive, content);
    const bin = join(home, 'with space');
    mkdirSync(bin);
    writeFileSync(join(bin, 'waypost'), 'old');
    const done = await install(`${sumOf(content)}  ${archive}\n`, {
      WAYPOST_INSTALL_DIR: bin,
      PATH: `${process.env.PATH}:${bin}`,
    });
    expect(done.stdout).toBe(
      `Installed waypost 1.2.3 to ${bin}/waypost.\nTo get started, run: waypost signup\n`,
    );
    expect(readFileSync(join(bin, 'waypost'), 'utf8')).toBe(works);
  });

  test.each([
    ['a checksum that does not match', () => `${'0'.repeat(64)}  ${archive}\n`, 'has the checksum'],
    [
      'no checksum for this machine',
      () => `${'0'.repeat(64)}  waypost-other-1.2.3.tgz\n`,
      'no executable for',
    ],
    ['an invalid checksum', () => `abc  ${archive}\n`, 'no executable for'],
  ])('does not install an archive if the release has %s', async (_what, checksums, message) => {
    files.set(archive, packed(works));
    const done = await install(checksums());
    expect(done).toMatchObject({ status: 1, stdout: '' });
    expect(done.stderr).toContain(message);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });

  test('does not install an executable that cannot be downloaded or does not run', async () => {
    const missing = await install(`${'0'.repeat(64)}  ${archive}\n`);
    expect(missing.stderr).toContain(`${url}/${archive} cannot be downloaded.`);
    const broken = packed('#!/bin/sh\nexit 127\n');
    files.set(archive, broken);
    const done = await install(`${sumOf(broken)}  ${archive}\n`);
    expect(done).toMatchObject({ status: 1, stdout: '' });
    expect(done.stderr).toContain('does not run on this machine');
    expect(existsSync(join(home, '.local'))).toBe(false);
  });

  test('fails if it is not part of a release', async () => {
    const none = await install('', { WAYPOST_RELEASE_URL: '' });
    expect(none.stderr).toContain('Run install.sh from a release.');
  });

  test.each([
    'http://example.com/release',
    'http://127.0.0.1:80@example.com/release',
    'http://127.0.0.1:8000.example.com',
    'http://127.0.0.1:/release',
    'ftp://127.0.0.1:80',
  ])('rejects the release URL %s', async (address) => {
    const plain = await install('', { WAYPOST_RELEASE_URL: address });
    expect(plain).toMatchObject({ status: 1, stdout: '' });
    expect(plain.stderr).toContain('must begin with https://');
  });

  test.each([
    ['https', () => 'https://release.example/v1'],
    ['http', () => `${url}/v1`],
  ])('limits curl to the protocol %s, even after redirects', async (protocol, address) => {
    const words = join(home, 'words');
    const path = commandInstead('curl', `echo "$*" > '${words}'; exit 1`);
    const checksums = `${'0'.repeat(64)}  ${archive}\n`;
    await install(checksums, { PATH: path, WAYPOST_RELEASE_URL: address() });
    expect(readFileSync(words, 'utf8')).toContain(`--proto =${protocol} `);
  });

  test('copies the executable to a file that other users cannot open', async () => {
    const content = packed(works);
    files.set(archive, content);
    const mode = join(home, 'mode');
    const path = commandInstead('cp', `stat -c %a "$2" > '${mode}'; exec /bin/cp "$@"`);
    const done = await install(`${sumOf(content)}  ${archive}\n`, { PATH: path });
    expect(done.status).toBe(0);
    expect(readFileSync(mode, 'utf8')).toBe('600\n');
  });

  test('leaves no file in the target directory if the executable cannot be copied', async () => {
    const content = packed(works);
    files.set(archive, content);
    const path = commandInstead('cp', 'exit 1');
    const done = await install(`${sumOf(content)}  ${archive}\n`, { PATH: path });
    expect(done.status).toBe(1);
    expect(readdirSync(join(home, '.local/bin'))).toEqual([]);
  });

  test.skipIf(spawnSync('shellcheck', ['--version']).error)('passes shellcheck', () => {
    for (const script of ['packaging/install.sh', 'scripts/release/try-executable.sh']) {
      execFileSync('shellcheck', [join(__dirname, '../..', script)]);
    }
  });
});
