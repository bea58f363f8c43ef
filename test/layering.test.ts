// Rules for the source: which directories each directory can import (docs/architecture.md), no circular imports, and
// no comment that cites a document outside of the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles } from '../scripts/figures/cycles.mjs';

const src = join(__dirname, '../src');

/** For each directory, the other directories that it can import. */
const allowedImports: Record<string, string[]> = {
  lib: [],
  api: ['lib'],
  client: ['lib', 'api'],
  export: ['lib', 'api', 'client'],
  batch: ['lib', 'api', 'client'],
  sandbox: ['lib', 'api'],
  cli: ['lib', 'api', 'client', 'export', 'batch'],
  // `doctor` lists the running sandboxes as `sandbox list` does.
  'cli/commands/doctor': ['lib', 'api', 'client', 'cli', 'cli/commands/sandbox'],
  'cli/commands/sandbox': ['lib', 'api', 'client', 'cli', 'sandbox'],
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => name.split(sep).join('/'));

/** Returns the longest directory of `allowedImports` that contains a file of src. */
function areaOf(file: string): string {
  const areas = Object.keys(allowedImports).filter((area) => file.startsWith(`${area}/`));
  return areas.sort((a, b) => b.length - a.length)[0] ?? file;
}

/** Returns the files of src that a file imports, including lazy imports. */
function importsOf(file: string, pattern = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(pattern)]
    .map(([, target = '']) => relative(src, join(src, dirname(file), target)))
    .map((target) => target.split(sep).join('/'))
    .filter((target) => !target.endsWith('package.json'))
    .map(
      (target) => files.find((known) => known.replace(/(\.d)?\.tsx?$/, '') === target) ?? target,
    );
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('allowedImports contains the directory of every file in src', () => {
  expect(files.filter((file) => !(areaOf(file) in allowedImports))).toEqual([]);
});

test.each(files)('src/%s imports only from the allowed directories', (file) => {
  const area = areaOf(file);
  const allowed = [area, ...(allowedImports[area] ?? [])];
  // The list of commands loads each command lazily from the command's directory.
  const isList = file === 'cli/line/commands.ts';
  const strangers = (imports.get(file) ?? []).filter(
    (target) =>
      !allowed.includes(areaOf(target)) && !(isList && target.startsWith('cli/commands/')),
  );
  expect(strangers).toEqual([]);
});

test('src contains no circular static imports', () => {
  const staticImport = /from\s*'(\.[^']+)'/g;
  const cycles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const target of importsOf(file, staticImport)) {
      if (files.includes(target)) follow(target, [...path, file]);
    }
    done.add(file);
  };
  for (const file of files) follow(file, []);
  expect(cycles).toEqual([]);
});

/** The directories of the accepted circular imports, in which a command imports the specification that loads it. */
const cyclesLeft: readonly string[] = [
  'cli/commands/auth cli/commands/help cli/commands/schema cli/line cli/line/mistakes cli/run',
];

test('src contains no circular imports, even through lazy imports, except those in cyclesLeft', () => {
  const directories = findCycles(imports).map((cycle) =>
    [...new Set(cycle.map((file) => dirname(file)))].sort().join(' '),
  );
  expect(directories.filter((each) => !cyclesLeft.includes(each))).toEqual([]);
});

test('comments in src do not cite documents outside the repository', () => {
  const cites =
    /decisions\.md|\(decisions|interface\.md|\(interface[,)]|contract,? section|\(contract[,)]/;
  const found = files.flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .filter((line) => cites.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('only cli/main.ts ends the process', () => {
  const enders = files.filter((file) =>
    /process\.(exit|abort)\(/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(enders).toEqual(['cli/main.ts']);
});

test('only process-io.ts and asking.ts use the standard streams', () => {
  const writers = files.filter((file) =>
    /process(\.(stdout|stderr)\b|\[)/.test(readFileSync(join(src, file), 'utf8')),
  );
  const allowed = ['cli/run/process-io.ts', 'cli/prompts/asking.ts'];
  expect(writers.filter((file) => !allowed.includes(file))).toEqual([]);
});
