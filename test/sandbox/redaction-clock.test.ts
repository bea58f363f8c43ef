// The weekly redaction follows a clock that is moved forward and back.
import { beforeEach, expect, test } from 'vitest';
import { managedBy, type TestKeys, useSandbox } from './support/bench';

const friday = Date.parse('2026-11-20T12:00:00Z');
const bench = useSandbox({ clock: () => friday });
let mine: TestKeys;
beforeEach(async () => {
  await bench.control('POST', '/clock', {});
  mine = await bench.account();
});

async function personalRows(): Promise<boolean[]> {
  const path = `/keys/${mine.key}/lookups?start=2026-11-01&end=2027-01-20`;
  const { text } = await bench.service('GET', path, managedBy(mine));
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.includes('geonames_'));
}

// Shows: The weekly redaction runs again after the clock is set back.
test.each([
  ['to the real time', {}],
  ['by a time span', { advance: '-30w' }],
  ['to an earlier time', { now: '2026-11-20T12:00:00Z' }],
])('the weekly redaction runs again after the clock is set back %s', async (_what, back) => {
  await bench.control('PATCH', `/keys/${mine.key}`, { redact_days: 7 });
  await bench.control('POST', '/clock', { advance: '30w' });
  await bench.control('POST', '/clock', back);
  await bench.service('GET', `/places/geonames_2950159?api_key=${mine.key}`);
  expect(await personalRows()).toEqual([true]);
  // 30 November is the first Monday on which the row is more than 7 days old.
  await bench.control('POST', '/clock', { now: '2026-11-29T23:59:59Z' });
  expect(await personalRows()).toEqual([true]);
  await bench.control('POST', '/clock', { now: '2026-11-30T00:00:00Z' });
  expect(await personalRows()).toEqual([false]);
});
