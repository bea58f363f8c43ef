// What `npm install` does on a user's machine: it copies files, and runs nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Entry {
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
}

const root = join(__dirname, '..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const lock: { packages: Record<string, Entry> } = read('package-lock.json');

test('no package has an install script, but for optional parts of development tools', () => {
  const running = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .filter(([, { dev, optional }]) => !(dev && optional))
    .map(([name]) => name);
  expect(running).toEqual([]);
});

test('neither has this one, nor what npm reports as such', () => {
  const { scripts } = read('package.json');
  const reported = /^((pre|post)?(install|prepare)|prepublish)$/;
  expect(Object.keys(scripts).filter((name) => reported.test(name))).toEqual([]);
});

test('versions are exact, and the same in the lockfile', () => {
  const manifest = read('package.json');
  const { dependencies = {}, devDependencies = {} } = manifest;
  const inexact = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(inexact).toEqual([]);
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies });
});
