// Names of snapshots that lead elsewhere are refused.
import { test } from 'vitest';
import { useAccount } from '../support/account';
import { expectError } from '../support/tool';

const account = useAccount();

test.each(['', '.', '..'])('a snapshot cannot be named %j', async (name) => {
  for (const action of ['save', 'restore', 'delete']) {
    const words = ['sandbox', 'snapshot', action, name, '--json'];
    const run = await account.home.call(words, { env: account.environment });
    expectError(run, 'invalid_input');
  }
});
