// On a user's machine, `npm install` copies files and runs no scripts.
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

test('no package in package-lock.json has an install script, except optional development dependencies', () => {
  const running = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .filter(([, { dev, optional }]) => !(dev && optional))
    .map(([name]) => name);
  expect(running).toEqual([]);
});

test('package.json contains no script that npm runs or reports during an installation', () => {
  const { scripts } = read('package.json');
  const reported = /^((pre|post)?(install|prepare)|prepublish)$/;
  expect(Object.keys(scripts).filter((name) => reported.test(name))).toEqual([]);
});

test('package.json pins the dependency versions that the lock file contains', () => {
  const manifest = read('package.json');
  const { dependencies = {}, devDependencies = {} } = manifest;
  const inexact = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(inexact).toEqual([]);
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies });
});
