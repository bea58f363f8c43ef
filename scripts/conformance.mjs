// Writes docs/conformance.md: for each observable sentence of the interface, the tests that show it, by
// vitest's own names. A sentence without a test is an error.
// Usage: node scripts/conformance.mjs [--print]; with --print the document goes to standard output.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sections, untested } from './conformance/sentences.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'test');

/** Every test of the sandbox: its file, without directory and ending, and its whole name. */
function listTests() {
  const scratch = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const list = join(scratch, 'tests.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    // A configuration without a build, so that listing the tests does not disturb other runs.
    const config = join(root, 'scripts/conformance/vitest.config.mts');
    const words = ['list', '--config', config, `--json=${list}`, 'test/sandbox', 'test/system/'];
    execFileSync(process.execPath, [vitest, ...words], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(list, 'utf8')).map(({ file, name }) => ({
      file: relative(folder, file)
        .replaceAll('\\', '/')
        .replace(/^sandbox\//, '')
        .replace(/\.test\.ts$/, ''),
      name,
    }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The tests of a claim such as `keys: no credential`; with `$`, those whose name ends so. */
function claimed(tests, claim) {
  const [, file, part] = /^(\S+): (.*)$/.exec(claim) ?? [];
  const matches = part?.endsWith('$')
    ? ({ name }) => name.endsWith(part.slice(0, -1))
    : ({ name }) => name.includes(part);
  return tests.filter((test) => test.file === file && matches(test));
}

const cell = (text) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const shortened = (name) => (name.length > 120 ? `${name.slice(0, 119)}…` : name);

/** A code span, whatever its content. */
const code = (text) => {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text}${fence}`;
};

function shown(tests, claims, missing) {
  return claims
    .map((claim) => {
      const [first, ...more] = claimed(tests, claim);
      if (!first) {
        missing.push(claim);
        return '';
      }
      const others = more.length > 0 ? ` (and ${more.length} like it)` : '';
      return `${first.file}: ${code(cell(shortened(first.name)))}${others}`;
    })
    .join('<br>');
}

function write() {
  const tests = listTests();
  const missing = [];
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  const lines = [
    '# Conformance',
    '',
    'What a client can observe of the service, and the tests below `test/` that show it, of the build over a socket',
    'unless `allowance` or a file below `places/` or `operations/` is named. Written by `node scripts/conformance.mjs` from',
    `the tests' own names; a test fails when this file is not what it writes. ${count} sentences.`,
  ];
  for (const { section, rows } of sections) {
    lines.push('', `## ${section}`, '', '| sentence | shown by |', '| --- | --- |');
    for (const [sentence, ...claims] of rows) {
      if (claims.length === 0) missing.push(sentence);
      lines.push(`| ${cell(sentence)} | ${shown(tests, claims, missing)} |`);
    }
  }
  lines.push('', '## Not shown', '', '| sentence | why |', '| --- | --- |');
  for (const [sentence, why] of untested) lines.push(`| ${cell(sentence)} | ${cell(why)} |`);
  if (missing.length > 0) throw new Error(`No test is named so:\n  ${missing.join('\n  ')}`);
  return `${lines.join('\n')}\n`;
}

try {
  const text = write();
  if (process.argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(join(root, 'docs/conformance.md'), text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
