// Tests the container image without building the image: the Dockerfile is valid, and the files that the Dockerfile copies
// are small and are sufficient to run the sandbox. Continuous integration builds the image.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Instruction, readDockerfile } from '../support/dockerfile';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const stages = readDockerfile(read('packaging/Dockerfile'));
const [build, image] = stages;

const all = (name: string, stage = image): Instruction[] =>
  (stage?.instructions ?? []).filter((one) => one.name === name);

const only = (name: string): string => {
  const found = all(name);
  expect(found, name).toHaveLength(1);
  return found[0]?.rest ?? '';
};

/** The paths in the image, and the path in the build stage from which the Dockerfile copies each of them. */
const copies = all('COPY').flatMap(({ rest }) => {
  const words = rest.split(/ +/);
  const target = words.pop() ?? '';
  return words.map((source) => ({
    source: source.replace('/src/', ''),
    target: target.endsWith('/') ? target + (source.split('/').pop() ?? '') : target,
  }));
});

describe('packaging/Dockerfile', () => {
  test('has no linter errors', () => {
    expect(validate(read('packaging/Dockerfile')).map(({ message }) => message)).toEqual([]);
    expect(validate('FROM x\nRUNN y\n')).not.toEqual([]);
  });

  test('builds and runs waypost in separate stages, each with a pinned base image', () => {
    expect(stages).toHaveLength(2);
    for (const { from } of stages)
      expect(from).toMatch(/^[a-z]+:\d+(\.\d+)?(-[a-z]+)*@sha256:[0-9a-f]{64}$/);
    expect(all('COPY').map(({ options }) => options.from)).toEqual(
      Array(all('COPY').length).fill(build?.name),
    );
    expect(
      all('RUN')
        .map(({ rest }) => rest)
        .join(),
    ).toMatch(/apk add --no-cache "nodejs=~\d+"/);
  });

  test('runs waypost as a separate user with a numeric ID, not as root', () => {
    const [user = ''] = only('USER').split(':');
    expect(Number(user)).toBeGreaterThan(1000);
    expect(
      all('RUN')
        .map(({ rest }) => rest)
        .join(),
    ).toContain(`adduser -D -u ${user} `);
  });

  test('defines a health check that requests the exposed port and does not require curl', () => {
    const check = only('HEALTHCHECK');
    expect(check).toContain(`wget -q -O - http://127.0.0.1:${only('EXPOSE')}/_sandbox/health`);
    expect(check).not.toContain('curl');
  });

  test('sets a default command that starts a sandbox that other hosts can reach', () => {
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['waypost']);
    expect(JSON.parse(only('CMD'))).toEqual(['sandbox', 'start', '--memory', '--host', '0.0.0.0']);
  });

  test('has an ignore file that does not exclude files that the build requires', () => {
    const [everything, ...kept] = read('packaging/Dockerfile.dockerignore')
      .replace(/^#.*\n/gm, '')
      .trim()
      .split('\n');
    expect(everything).toBe('*');
    const names = kept.map((line) => line.replace(/^!/, ''));
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    const sources = [...all('COPY', build), ...copies.map(({ source }) => ({ rest: source }))];
    const needed = sources
      .flatMap(({ rest }) => rest.replace(/ \.\/?$/, '').split(' '))
      .filter((name) => !['.', 'dist', 'node_modules'].includes(name));
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
    expect(existsSync(join(root, 'scripts/build.mjs'))).toBe(true);
  });
});

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

describe.skipIf(process.platform === 'win32')('the files in the image', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'waypost-image-'));
    mkdirSync(join(directory, 'home'));
    const { dependencies } = JSON.parse(read('package.json'));
    for (const { source, target } of copies) {
      // The image does not contain the development dependencies, or the data files from which the build makes the place index.
      const names = source === 'node_modules' ? Object.keys(dependencies) : [''];
      for (const name of names) {
        cpSync(join(root, source, name), join(directory, target, name), {
          recursive: true,
          filter: (path) => path !== join(root, 'data/places'),
        });
      }
    }
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('have a total size of less than 25 MB, because Alpine and Node use 85 MB of the 110 MB that the image can have', () => {
    expect(sizeOf(join(directory, 'opt')) / 1e6).toBeLessThan(110 - 85);
  });

  test("are sufficient to run the image's command and health check, and the health check fails if the sandbox has no places", async () => {
    const entry = join(directory, 'opt/waypost/bin/waypost.js');
    const words = [...JSON.parse(only('CMD')), '--port', '0', '--json'];
    const child = spawn(process.execPath, [entry, ...words], {
      cwd: join(directory, 'home'),
      env: { PATH: process.env.PATH, HOME: join(directory, 'home') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    try {
      const [line] = await once(createInterface(child.stdout), 'line');
      const { origin } = new URL(JSON.parse(line).url);
      const health = await (await fetch(`${origin}/_sandbox/health`)).text();
      const [, pattern = ''] = /grep -Eq '([^']+)'/.exec(only('HEALTHCHECK')) ?? [];
      const withPlaces = (count: number) => health.replace(/"places":\d+/, `"places":${count}`);
      expect(new RegExp(pattern).test(withPlaces(0))).toBe(false);
      expect(new RegExp(pattern).test(withPlaces(68_827))).toBe(true);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await exited).toEqual([null, 'SIGTERM']);
  });
});
