// The arrows of docs/architecture.md: which room may know which. A new import that goes against them
// fails here.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const src = join(__dirname, '../src');

/** For each room, the rooms it may import from, beside itself. */
const mayKnow: Record<string, string[]> = {
  contract: [],
  interface: [],
  credentials: ['contract', 'interface'],
  service: ['contract', 'interface'],
  signup: ['contract', 'interface', 'credentials', 'service'],
  sandbox: ['contract', 'interface'],
  transfer: ['contract', 'interface'],
  terminal: ['contract'],
  commands: [
    'contract',
    'interface',
    'credentials',
    'service',
    'signup',
    'transfer',
    'sandbox',
    'terminal',
  ],
  program: ['contract', 'commands'],
  main: ['contract', 'commands', 'program', 'terminal'],
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.split(sep).join('/'));

/** The room a file of src is in: its folder, or its own name at the top. */
function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, target = '']) =>
    relative(src, join(src, dirname(file), target))
      .split(sep)
      .join('/'),
  );
}

test('every room is named here', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !(room in mayKnow))).toEqual([]);
});

test.each(files)('%s imports only what its room may know', (file) => {
  const room = roomOf(file);
  const allowed = [room, ...(mayKnow[room] ?? [])];
  const strangers = importsOf(file).filter(
    (target) => !target.endsWith('package.json') && !allowed.includes(roomOf(target)),
  );
  expect(strangers).toEqual([]);
});

test('nothing but main ends the process', () => {
  const enders = files.filter((file) =>
    /process\.(exit|abort)\(/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(enders).toEqual(['main.ts']);
});

test('nothing but the output room and main touches the standard streams', () => {
  const writers = files.filter((file) =>
    /process(\.(stdout|stderr)\b|\[)/.test(readFileSync(join(src, file), 'utf8')),
  );
  const allowed = ['main.ts', 'terminal/asking.ts'];
  expect(writers.filter((file) => !allowed.includes(file))).toEqual([]);
});
