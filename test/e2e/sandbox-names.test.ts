// Names of snapshots that lead elsewhere are refused.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { errorOf } from '../support/tool';

const account = useAccount();

test.each(['', '.', '..'])('a snapshot cannot be named %j', async (name) => {
  for (const action of ['save', 'restore', 'delete']) {
    const words = ['sandbox', 'snapshot', action, name, '--json'];
    const run = await account.home.call(words, { env: account.environment });
    expect(errorOf(run)).toMatchObject({ exit: 2, code: 'invalid_input' });
  }
});
