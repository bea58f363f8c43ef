// The packed file contains the licenses of all bundled code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(__dirname, '../..');
let directory: string;
let sections: Map<string, string>;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-pack-'));
  // --ignore-scripts packs the existing build. A new build would remove files that other tests use.
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory];
  execFileSync('npm', words, { cwd: root, shell: process.platform === 'win32', stdio: 'ignore' });
  const [file = ''] = readdirSync(directory);
  execFileSync('tar', ['-xzf', file], { cwd: directory });
  const text = readFileSync(join(directory, 'package/dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  sections = new Map(
    text.split(`\n${'-'.repeat(72)}\n\n`).map((section) => {
      const [title = '', ...rest] = section.split('\n');
      return [title, rest.join('\n').trim()];
    }),
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns the text of the section whose title starts with `title`. */
function textOf(title: string): string {
  return [...sections].find(([name]) => name.startsWith(title))?.[1] ?? '';
}

test('each section of the license notices contains the text of a license', () => {
  const short = [...sections].filter(([, text]) => !/permi(ssion|t)|licen[cs]e/i.test(text));
  expect(short.map(([title]) => title)).toEqual([]);
  expect(sections.size).toBeGreaterThan(30);
});

describe('the license notices', () => {
  test.each([
    ['emoji-regex, whose license file has an unusual name', 'emoji-regex ', 'Mathias Bynens'],
    ['snappyjs, which is part of hyparquet-writer', 'hyparquet-writer ', 'Zhipeng Jia'],
    ["Google's metadata in libphonenumber-js", 'libphonenumber-js ', 'Apache License'],
    ["AssemblyScript's runtime in the kernel", "AssemblyScript's runtime", 'Apache License'],
    ["the code that AssemblyScript's runtime includes", "AssemblyScript's runtime", 'musl libc'],
  ])('contain the license of %s', (_what, title, text) => {
    expect(textOf(title)).toContain(text);
  });

  test('contain a section for the installed version of each of five bundled packages', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const bundled = ['chalk', 'commander', 'csv-parse', 'hono', 'open'];
    for (const name of bundled) {
      expect([...sections.keys()].join('\n')).toContain(`${name} ${devDependencies[name]} (`);
    }
  });
});
