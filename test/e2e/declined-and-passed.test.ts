// What a person who says no is told, and what commands that hand on the output of another do not take.
import { describe, expect, onTestFinished, test } from 'vitest';
import { useAccount } from '../support/account';
import { hasTerminal, Terminal } from '../support/terminal';
import { command } from '../support/tool';

const account = useAccount();

test.skipIf(!hasTerminal)('no to the removal of a profile is not answered as a login', async () => {
  const { home } = account;
  const login = ['auth', 'login', '--profile', 'acme', '--api-key', '-', '--json'];
  const key = account.environment.WAYPOST_API_KEY;
  expect((await home.run(login, { env: account.environment, input: `${key}\n` })).status).toBe(0);
  const words = [...command, 'auth', 'remove', 'acme'];
  const terminal = new Terminal(words, home.environment(account.environment));
  onTestFinished(() => terminal.kill());
  await terminal.until(/Continue\?/);
  terminal.type('n\r');
  expect((await terminal.end()).status).toBe(130);
  expect(terminal.screen()).toContain('Nothing was changed.\n');
  // No mark of success beside a no.
  expect(terminal.screen()).toMatch(/Continue\? No$/m);
});

describe.each([['exec'], ['proxy', 'run']])('%s %s', (...words) => {
  test('takes no --fields', async () => {
    const run = await account.home.run([...words, '--fields', 'a', '--', 'true'], {
      env: account.environment,
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('Unknown option --fields');
  });
});
