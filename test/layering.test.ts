// The rooms of docs/architecture.md: which folder of src may import from which. A new
// import that goes against them fails here.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const src = join(__dirname, '../src');

/** For each room, the rooms it may import from, beside itself. */
const allowedImports: Record<string, string[]> = {
  lib: [],
  api: ['lib'],
  client: ['lib', 'api'],
  export: ['lib', 'api', 'client'],
  batch: ['lib', 'api', 'client'],
  sandbox: ['lib', 'api'],
  cli: ['lib', 'api', 'client', 'export', 'batch'],
  'cli/commands/sandbox': ['lib', 'api', 'client', 'cli', 'sandbox'],
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.split(sep).join('/'));

/** The room a file of src is in: the longest folder that is named above. */
function roomOf(file: string): string {
  const rooms = Object.keys(allowedImports).filter((room) => file.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? file;
}

/** The files of src that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, target = '']) => relative(src, join(src, dirname(file), target)))
    .map((target) => target.split(sep).join('/'))
    .filter((target) => !target.endsWith('package.json'))
    .map((target) => files.find((known) => known.replace(/(\.d)?\.ts$/, '') === target) ?? target);
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('every file is in a room that is named here', () => {
  expect(files.filter((file) => !(roomOf(file) in allowedImports))).toEqual([]);
});

test.each(files)('%s imports only what its room may import', (file) => {
  const room = roomOf(file);
  const allowed = [room, ...(allowedImports[room] ?? [])];
  // A command is loaded by name alone: the list of commands may point into every room of commands.
  const isList = file === 'cli/commands.ts';
  const strangers = (imports.get(file) ?? []).filter(
    (target) =>
      !allowed.includes(roomOf(target)) && !(isList && target.startsWith('cli/commands/')),
  );
  expect(strangers).toEqual([]);
});

test('nothing but main ends the process', () => {
  const enders = files.filter((file) =>
    /process\.(exit|abort)\(/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(enders).toEqual(['cli/main.ts']);
});

test('nothing but the output room and main touches the standard streams', () => {
  const writers = files.filter((file) =>
    /process(\.(stdout|stderr)\b|\[)/.test(readFileSync(join(src, file), 'utf8')),
  );
  const allowed = ['cli/main.ts', 'cli/ui/asking.ts'];
  expect(writers.filter((file) => !allowed.includes(file))).toEqual([]);
});
