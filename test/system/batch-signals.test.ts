// A batch that is killed or interrupted at random moments and then resumed writes the same output as an uninterrupted batch,
// and its summary matches the service's bill. WAYPOST_FUZZ_RUNS sets the number of interruptions for each signal.
import { expect, test } from 'vitest';
import { emails, useBatches } from '../support/batch';
import { random } from '../support/random';
import { documentOf } from '../support/tool';
import { patience, runsOf, seed } from './fuzz/support/fuzz';

const batches = useBatches();
const count = 1500;

const words = (output: string) => [
  'emails',
  'validate',
  '--file',
  batches.at('in.csv'),
  '-o',
  batches.at(output),
  '--rate',
  'none',
  '--resume',
  '--json',
];

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a batch that %s interrupts at random moments can be resumed, writes the same output as an uninterrupted batch, and costs more only because of lookups in doubt',
  { timeout: patience },
  async (signal) => {
    const chance = random(seed);
    batches.write('in.csv', ['email', ...emails(count)]);
    const whole = await batches.account.call(words('whole.csv'), { env: batches.otherOwner });
    expect(whole.status).toBe(0);
    const moments = Array.from({ length: runsOf(4) }, () => Math.floor(chance() * count * 0.9));
    for (const moment of moments.sort((one, other) => one - other)) {
      const further = Math.max(0, moment - (await batches.billed()));
      const run = await batches.whenBilled(further, words('out.csv'), (child) => {
        child.kill(signal);
      });
      expect(run.signal, run.stderr).toBe(signal);
    }
    const last = await batches.account.run(words('out.csv'));
    const { rows, in_doubt: inDoubt } = documentOf(last) as Record<string, number>;
    const billed = await batches.billed();
    expect([last.status, rows, batches.partials()]).toEqual([0, count, []]);
    expect(batches.read('out.csv')).toBe(batches.read('whole.csv'));
    expect(billed).toBeGreaterThanOrEqual(count);
    expect(billed).toBeLessThanOrEqual(count + Number(inDoubt));
    if (signal === 'SIGINT') expect([billed, inDoubt]).toEqual([count, 0]);
  },
);
