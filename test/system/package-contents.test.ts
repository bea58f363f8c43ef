// Checks the size of the npm package, and that the package contains every file to which its documents link.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(__dirname, '../..');
const windows = process.platform === 'win32';

// Writes the manual pages, as the prepack script does. The prepack script itself would also build waypost during other tests.
execFileSync(process.execPath, [join(root, 'scripts/man.mjs')]);

/** The paths of the files that npm would pack, and the size of the packed file in bytes. */
const packed: { size: number; files: { path: string }[] } = JSON.parse(
  execFileSync(windows ? 'npm.cmd' : 'npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 16 * 1024 * 1024,
  }),
)[0];

const files = new Set(packed.files.map(({ path }) => path));

/** Returns the targets of a document's relative links and images, as paths from the package root and without anchors. */
function linksIn(text: string, page: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  return [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
    ...[...prose.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, link = '']) => link),
  ]
    .filter((link) => !/^(https?:|#|mailto:)/.test(link))
    .map((link) => posix.join(posix.dirname(page), link.replace(/#.*$/, '')));
}

test("linksIn returns the paths of a document's links and images, without external URLs", () => {
  const text =
    '[a](none.md#x) ![b](img/none.svg) <img src="img/none.png"> [c](https://example.com)';
  expect(linksIn(text, 'docs/page.md')).toEqual([
    'docs/none.md',
    'docs/img/none.svg',
    'docs/img/none.png',
  ]);
});

describe('the packed documents', () => {
  const pages = [...files].filter((path) => path.endsWith('.md'));

  test('include README.md, SKILL.md and docs/quickstart.md', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'SKILL.md', 'docs/quickstart.md']));
  });

  test.each(pages)('link only to packed files (document: %s)', (page) => {
    const links = linksIn(readFileSync(join(root, page), 'utf8'), page);
    expect(links.filter((link) => !files.has(link))).toEqual([]);
  });
});

test('the package contains every manual page that package.json lists', () => {
  const { man }: { man: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const missing = man.filter((page) => !files.has(page.replace('./', '')));
  expect(missing).toEqual([]);
});

test('the package is smaller than 10 MB, and each image is smaller than 150 kB', () => {
  expect(packed.size).toBeLessThan(10_000_000);
  const images = readdirSync(join(root, 'docs/img'));
  const large = images.filter((name) => statSync(join(root, 'docs/img', name)).size > 150_000);
  expect(large).toEqual([]);
});

test('README.md and the pages in docs show every image in docs/img', () => {
  const text = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
  const images = readdirSync(join(root, 'docs/img'));
  expect(images.filter((name) => !text.includes(`img/${name}`))).toEqual([]);
});
