// On Windows, Ctrl-Break ends waypost like Ctrl-C. From the first poll on, the test makes waypost behave as on Windows. This is
// only possible with the Node build, because an executable is compiled for one system.
import { join } from 'node:path';
import { expect } from 'vitest';
import { faster, freshSignUp, pending, read, signUp, token } from '../support/sign-up';
import { nodeTest as test } from '../support/tool';

test('SIGBREAK ends a sign-up with exit code 130, and the sign-up can be resumed', async () => {
  const { home, service } = await freshSignUp({ poll: [pending] });
  const run = await signUp(home, service, ['--deadline', '20'], {
    env: faster.env,
    preload: [...faster.preload, join(__dirname, '../support/break-at-poll.cjs')],
  });
  expect(run.status).toBe(130);
  expect(read(home.pendingFile)).toMatchObject({ cli_token: token });
});
