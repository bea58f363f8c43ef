// A filter whose variable was not set must not count every request.
import { expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { errorOf } from '../support/tool';

const account = useAccount();

test.each(['--tag', '--licensee'])('keys usage refuses an empty %s', async (option) => {
  const run = await account.home.call(['keys', 'usage', option, '', '--json'], {
    env: account.environment,
  });
  expect(errorOf(run)).toMatchObject({ exit: 2, message: `${option} is empty.` });
});
