// The answer no to a prompt, and options that `exec` and `proxy` do not accept.
import { describe, expect, onTestFinished, test } from 'vitest';
import { useAccount } from '../support/account';
import { hasTerminal, Terminal } from '../support/terminal';
import { command } from '../support/tool';

const account = useAccount();

test.skipIf(!hasTerminal)(
  '`auth remove` ends with exit code 130 and does not remove the login if you answer no',
  async () => {
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
    // The prompt's line does not contain a check mark.
    expect(terminal.screen()).toMatch(/Continue\? No$/m);
  },
);

describe.each(['exec', 'proxy run'])('the command `%s`', (command) => {
  test('rejects --fields', async () => {
    const run = await account.home.run([...command.split(' '), '--fields', 'a', '--', 'true'], {
      env: account.environment,
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('Unknown option --fields');
  });
});
