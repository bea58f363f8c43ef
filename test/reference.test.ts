// docs/reference, SKILL.md, llms.txt, AGENTS.md and the packed manual pages match the list of commands.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles, manualPages } from '../scripts/reference/files';
import { commands, isGroup } from '../src/cli/line/commands';
import { requirement } from './support/requirement';

const root = join(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = generatedFiles(root);
const manual = manualPages();

// If this test fails, run `npm run reference`.
test.each([...files.keys()])('the generated file %s is up to date', (path) => {
  expect(read(path)).toBe(files.get(path));
});

test('docs/reference contains no page for a command that does not exist', () => {
  const there = readdirSync(join(root, 'docs/reference')).map((name) => `docs/reference/${name}`);
  expect(there.filter((path) => !files.has(path))).toEqual([]);
});

test('the npm package includes every generated page except AGENTS.md, and package.json lists every manual page', () => {
  const manifest: { man: string[]; files: string[] } = JSON.parse(read('package.json'));
  expect(manifest.man.toSorted()).toEqual([...manual.keys()].map((path) => `./${path}`).sort());
  // AGENTS.md is for the repository and is not packed.
  const packed = [...files.keys()].filter((path) => path !== 'AGENTS.md');
  for (const path of [...packed, ...manual.keys()]) {
    expect(manifest.files.some((part) => path === part || path.startsWith(`${part}/`))).toBe(true);
  }
});

test('llms.txt links to every page in docs', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const listed = files.get('llms.txt') ?? '';
  const missing = pages.filter(
    (name) => name !== 'README.md' && !listed.includes(`(docs/${name})`),
  );
  expect(missing).toEqual([]);
});

test('the reference, the manual pages and SKILL.md contain every command', () => {
  for (const entry of commands) {
    const names = isGroup(entry)
      ? entry.commands.map(({ name }) => `waypost ${entry.name} ${name}`)
      : [`waypost ${entry.name}`];
    for (const name of names) {
      expect(files.get(`docs/reference/${entry.name}.md`)).toContain(`\n${name} [options]`);
      expect(manual.get(`man/waypost-${entry.name}.1`)).toContain(name.replaceAll('-', '\\-'));
      expect(files.get('SKILL.md')).toContain(`\`${name}`);
    }
  }
});

test.each([...manual])(
  'the manual page %s contains no character that mandoc cannot print in ASCII',
  (_path, page) => {
    expect(page.match(/\\\[u\w+\]/g)).toBeFalsy();
  },
);

const hasMandoc = requirement('mandoc', () => {
  try {
    execFileSync('mandoc', ['-Tascii'], { input: '', stdio: ['pipe', 'ignore', 'ignore'] });
    return undefined;
  } catch {
    return 'mandoc is not installed';
  }
});

describe.skipIf(!hasMandoc)('mandoc', () => {
  test.each([...manual])('reports no mistake in the manual page %s', (_path, input) => {
    let report = '';
    try {
      report = execFileSync('mandoc', ['-Tlint', '-Wwarning'], {
        encoding: 'utf8',
        input,
      });
    } catch (error) {
      report = String(Object(error).stdout);
    }
    // The pages have no date, because it would have to change with every version.
    const mistakes = report.split('\n').filter((line) => !/^$|missing date/.test(line));
    expect(mistakes).toEqual([]);
  });

  test('shows the quotes, braces and dots of an example unchanged', () => {
    const shown = execFileSync('mandoc', ['-Tutf8', '-Owidth=200'], {
      encoding: 'utf8',
      input: manual.get('man/waypost-configs.1') ?? '',
    }).replace(/.\x08/gu, '');
    expect(shown).toContain(`waypost configs create checkout --payload '{"limit": 5}'`);
    expect(shown).toContain('{"configs": [{"name": "...", "payload": "...", ...}]}');
  });
});
