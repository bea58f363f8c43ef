// docs/reference, SKILL.md, llms.txt and AGENTS.md are what the list of commands says now, and so are the manual pages of the packed file.
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

test.each([...files.keys()])('%s is up to date (else: npm run reference)', (path) => {
  expect(read(path)).toBe(files.get(path));
});

test('no page is left of a command that is gone', () => {
  const there = readdirSync(join(root, 'docs/reference')).map((name) => `docs/reference/${name}`);
  expect(there.filter((path) => !files.has(path))).toEqual([]);
});

test('the package holds the pages, and tells man where its own are', () => {
  const manifest: { man: string[]; files: string[] } = JSON.parse(read('package.json'));
  expect(manifest.man.toSorted()).toEqual([...manual.keys()].map((path) => `./${path}`).sort());
  // AGENTS.md is about the repository.
  const packed = [...files.keys()].filter((path) => path !== 'AGENTS.md');
  for (const path of [...packed, ...manual.keys()]) {
    expect(manifest.files.some((part) => path === part || path.startsWith(`${part}/`))).toBe(true);
  }
});

test('llms.txt lists every page of docs', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const listed = files.get('llms.txt') ?? '';
  const missing = pages.filter(
    (name) => name !== 'README.md' && !listed.includes(`(docs/${name})`),
  );
  expect(missing).toEqual([]);
});

test('every command is on its page, in its manual and in SKILL.md', () => {
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

test('links of the pages lead somewhere', () => {
  const pages = [...files].filter(([path]) => path.startsWith('docs/'));
  for (const [path, text] of pages) {
    for (const [, target = '', anchor] of text.matchAll(/\]\(([\w-]*\.?m?d?)(?:#([\w-]+))?\)/g)) {
      const page = target === '' ? text : files.get(`docs/reference/${target}`);
      expect(page, `${path}: ${target}`).toBeDefined();
      const anchors = [...(page ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      );
      if (anchor !== undefined) expect(anchors, path).toContain(anchor);
    }
  }
});

test.each([...manual])('%s has no letter that output in ASCII lacks', (_path, page) => {
  expect(page.match(/\\\[u\w+\]/g)).toBeFalsy();
});

const hasMandoc = requirement('mandoc', () => {
  try {
    execFileSync('mandoc', ['-Tascii'], { input: '', stdio: ['pipe', 'ignore', 'ignore'] });
    return undefined;
  } catch {
    return 'mandoc is not installed';
  }
});

describe.skipIf(!hasMandoc)('mandoc', () => {
  test.each([...manual])('finds nothing wrong with %s', (_path, input) => {
    let said = '';
    try {
      said = execFileSync('mandoc', ['-Tlint', '-Wwarning'], {
        encoding: 'utf8',
        input,
      });
    } catch (error) {
      said = String(Object(error).stdout);
    }
    // A date would have to change with every version; the version stands elsewhere.
    const faults = said.split('\n').filter((line) => !/^$|missing date/.test(line));
    expect(faults).toEqual([]);
  });

  test('shows what was written, character by character', () => {
    const shown = execFileSync('mandoc', ['-Tutf8', '-Owidth=200'], {
      encoding: 'utf8',
      input: manual.get('man/waypost-configs.1') ?? '',
    }).replace(/.\x08/gu, '');
    expect(shown).toContain(`waypost configs create checkout --payload '{"limit": 5}'`);
    expect(shown).toContain('{"configs": [{"name": "...", "payload": "...", ...}]}');
  });
});
