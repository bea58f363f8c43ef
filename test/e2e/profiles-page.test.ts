// docs/profiles.md: its commands run as they stand there, block by block, against the sandbox, with stand-ins
// for the secret managers; and what it shows is what is printed.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { runShell } from '../support/shell';
import { entry } from '../support/tool';

const account = useAccount();
const page = readFileSync(join(__dirname, '../../docs/profiles.md'), 'utf8');
const blocks = [...page.matchAll(/^```(sh|console)\n(.*?)^```$/gms)];

test('every block does what it says', async () => {
  const { home, keys, bench } = account;
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  const programs = {
    waypost: `exec '${process.execPath}' '${entry}' "$@"`,
    op: '[ "$*" = "read op://dev/waypost/key" ] && echo "$ACME_KEY"',
    pass: 'case "$2" in waypost/key) echo "$SHOP_KEY";; waypost/management) echo "$TOKEN";; esac',
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = Object.fromEntries(
    Object.entries({
      ...home.environment(),
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      WAYPOST_BASE_URL: bench.sandbox.url,
      ACME_KEY: keys.key,
      SHOP_KEY: keys.key,
      CI_WAYPOST_KEY: keys.key,
      TOKEN: keys.user_token,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  expect(blocks.length).toBeGreaterThan(8);
  for (const [, kind, text = ''] of blocks) {
    const [prompt = '', ...shown] = text.trimEnd().split('\n');
    const lines = kind === 'sh' ? text : prompt.replace(/^\$ /, '');
    const run = await runShell(['bash', '-e', '-o', 'pipefail', '-c', lines], env);
    expect(run.status, `${lines}\n${run.stdout}${run.stderr}`).toBe(0);
    if (kind === 'sh') continue;
    const printed = run.stdout
      .replace(home.path, '/home/ann')
      .replace(bench.sandbox.url, 'https://service.example/v1')
      .replace(keys.key.slice(0, 6), 'ak_liv');
    expect(printed.trimEnd().split('\n')).toEqual(shown);
  }
});
