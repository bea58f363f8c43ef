// A batch that is killed, and one that goes on from it. Every moment and every other end: test/e2e/batch-stops.test.ts.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emails, useBatches } from '../support/batch';
import { documentOf } from '../support/tool';

const batches = useBatches();

test('kill -9, then --resume: the very bytes of an undisturbed run, and no row is billed twice unsaid', async () => {
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
  const resumed = documentOf(await batches.account.run([...words('out.csv'), '--resume']));
  expect(resumed).toMatchObject({ rows: 200, succeeded: 200, lookups: 200 });
  expect(batches.read('out.csv')).toBe(batches.read('whole.csv'));
  const { in_doubt = 0 } = resumed as { in_doubt?: number };
  const billed = await batches.billed();
  expect(billed).toBeGreaterThanOrEqual(200);
  expect(billed).toBeLessThanOrEqual(200 + in_doubt);
});
