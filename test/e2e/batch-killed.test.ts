// A batch that is killed and resumed. test/system/batch-signals.test.ts kills batches at random moments.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emails, linesOf, useBatches } from '../support/batch';
import { documentOf } from '../support/tool';

const batches = useBatches();

test('--resume, after SIGKILL ended a batch, writes the same output as an uninterrupted batch, and reports each row that might be billed twice', async () => {
  batches.write('in.csv', ['email', ...emails(200)]);
  const words = (to: string) => [
    'emails',
    'validate',
    '--file',
    batches.at('in.csv'),
    '--rate',
    'none',
    '-o',
    batches.at(to),
    '--json',
  ];
  await batches.account.call(words('whole.csv'), { env: batches.otherOwner });
  await batches.slow('emails');
  const killed = await batches.whenBilled(40, words('out.csv'), (child) => {
    child.kill('SIGKILL');
  });
  expect(killed.signal).toBe('SIGKILL');
  expect(existsSync(batches.at('out.csv'))).toBe(false);
  const run = await batches.account.call([...words('out.csv'), '--resume']);
  const resumed = documentOf(run) as { in_doubt: number };
  expect(resumed).toMatchObject({ rows: 200, succeeded: 200, lookups: 200 });
  expect(batches.read('out.csv')).toBe(batches.read('whole.csv'));
  expect(resumed.in_doubt).toBeGreaterThan(0);
  const events = linesOf(run.stderr).filter((line) => line.includes('may_be_billed_twice'));
  expect(events).toHaveLength(resumed.in_doubt);
  const billed = await batches.billed();
  expect(billed).toBeGreaterThanOrEqual(200);
  expect(billed).toBeLessThanOrEqual(200 + resumed.in_doubt);
});
