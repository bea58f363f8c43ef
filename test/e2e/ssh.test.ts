// Over SSH, a page of this machine is a dead end: how it is reached is said.
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { freshHome } from '../support/keys';
import { startSandbox } from '../support/sandbox';

const user = userInfo().username;
const ssh = { SSH_CONNECTION: '192.0.2.7 50000 198.51.100.9 22', USER: user };
const local = 'http://127.0.0.1:8123/v1';

/** The line for the person's own machine; undefined where none is said. */
const lineIn = (text: string) => /^ {2}(ssh .*)$/m.exec(text)?.[1];

describe('the line that forwards the page', () => {
  const line = (at: string, port = '') => `ssh${port} -L 8123:127.0.0.1:8123 ${user}@${at}`;
  const over6 = { ...ssh, SSH_CONNECTION: '2001:db8::7 50000 2001:db8::9 2222' };
  const ofIPv6 = `ssh -L 8123:[::1]:8123 ${user}@198.51.100.9`;
  const elsewhere = 'https://service.example/v1';
  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['names this machine', local, ssh, line('198.51.100.9')],
    ['names another port of SSH', local, over6, line('2001:db8::9', ' -p 2222')],
    ['takes an address of IPv6', 'http://[::1]:8123/v1', ssh, ofIPv6],
    ['is not said of another machine', elsewhere, ssh, undefined],
    ['is not said without SSH', local, {}, undefined],
    ['is not said in an editor', local, { ...ssh, VSCODE_IPC_HOOK_CLI: 'x' }, undefined],
    ['has nothing else in it', local, { SSH_CONNECTION: '1 2 $(id) 22' }, undefined],
  ])('%s', async (_name, base, env, expected) => {
    const run = await freshHome().call(['open', '--print', '--base-url', base], { env });
    expect(run.status).toBe(0);
    expect(lineIn(run.stderr)).toBe(expected);
  });

  test('is no part of JSON', async () => {
    const run = await freshHome().call(['open', '--print', '--json', '--base-url', local], {
      env: ssh,
    });
    expect(run.stderr).toBe('');
  });
});

test('a sandbox that starts, and the page of a sign-up, say it', async () => {
  const home = freshHome();
  const started = await home.run('sandbox start --port 0 --memory --detach', { env: ssh });
  const port = new RegExp(`ssh -L (\\d+):127.0.0.1:\\1 ${user}@198.51.100.9`);
  expect(started.stdout).toMatch(port);
  await home.run('sandbox stop --all');
  const sandbox = await startSandbox({ data: null });
  const signup = await home.run(['signup', '--deadline', '0', '--base-url', sandbox.url], {
    env: ssh,
  });
  await sandbox.close();
  expect(signup.stderr).toMatch(port);
});
