// Runs the commands in docs/authentication.md unchanged with a sandbox, and compares their output with the page. Scripts
// replace the secret managers.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { blocksOf, PageShell, textOf } from '../support/page';

const account = useAccount();
const blocks = blocksOf(textOf('docs/authentication.md'), 'sh', 'console');

test('each command block in docs/authentication.md prints the output that the page shows', async () => {
  const { home, keys, bench } = account;
  const shell = new PageShell(home, {
    programs: {
      op: '[ "$*" = "read op://dev/waypost/key" ] && echo "$ACME_KEY"',
      pass: `case "$1 $2" in
  insert*) cat >/dev/null ;;
  'show waypost/key') echo "$SHOP_KEY" ;;
  'show waypost/management') echo "$TOKEN" ;;
esac`,
    },
    port: bench.sandbox.port,
    env: {
      ACME_KEY: keys.key,
      SHOP_KEY: keys.key,
      API_KEY: keys.key,
      MANAGEMENT_KEY: keys.user_token,
      SHOP_MANAGEMENT_KEY: keys.user_token,
      TOKEN: keys.user_token,
    },
  });
  expect(blocks.length).toBeGreaterThan(8);
  // A command on the page searches the commits of a Git repository.
  await shell.run(
    'git init -q && git -c user.name=Ann -c user.email=ann@example.com commit -q --allow-empty -m Begin',
  );
  for (const { language, text } of blocks) {
    const [prompt = '', ...shown] = text.trimEnd().split('\n');
    const lines = language === 'sh' ? text : prompt.replace(/^\$ /, '');
    const run = await shell.run(lines);
    expect(run.status, `${lines}\n${run.stdout}${run.stderr}`).toBe(0);
    if (language === 'sh') continue;
    const printed = run.stdout
      .replace(home.path, '/home/ann')
      .replace(bench.sandbox.url, 'https://service.example/v1')
      .replace(keys.key.slice(0, 6), 'ak_liv');
    expect(printed.trimEnd().split('\n')).toEqual(shown);
  }
});
