// In an SSH session, commands that print the URL of a page on this machine also print how to open the page on the user's
// machine. test/cli/prompts/ssh.test.ts tests when, and with which command.
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { freshHome } from '../support/keys';
import { startSandbox } from '../support/sandbox';

const { username } = userInfo();
const env = { SSH_CONNECTION: '192.0.2.7 50000 198.51.100.9 22' };
const forwarding = new RegExp(`^ {2}ssh -L (\\d+):127.0.0.1:\\1 ${username}@198.51.100.9$`, 'm');

test('over SSH, `open` prints how to forward the port, unless --json is set', async () => {
  const home = freshHome();
  const words = ['open', '--print', '--base-url', 'http://127.0.0.1:8123/v1'];
  expect((await home.call(words, { env })).stderr).toMatch(forwarding);
  expect((await home.call([...words, '--json'], { env })).stderr).toBe('');
});

test('over SSH, `sandbox start` and `signup` print how to forward the port', async () => {
  const home = freshHome();
  const started = await home.run('sandbox start --port 0 --memory --detach', { env });
  await home.call('sandbox stop --all');
  expect(started.stdout).toMatch(forwarding);
  const sandbox = await startSandbox({ data: null });
  const signup = await home.call(['signup', '--deadline', '0', '--base-url', sandbox.url], { env });
  await sandbox.close();
  expect(signup.stderr).toMatch(forwarding);
});
