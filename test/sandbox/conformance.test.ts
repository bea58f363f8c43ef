// The rows of test/conformance, which `npm run conformance` runs against any service, against the built sandbox.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../conformance/rows';
import { runRow } from '../conformance/run-row';
import { openService, type Service } from '../conformance/service';
import { useSandbox } from './support/bench';

const bench = useSandbox();
let service: Service;
beforeAll(async () => {
  service = await openService({
    baseUrl: bench.sandbox.url,
    keys: {},
    pause: 0,
  });
});
afterAll(async () => {
  await service.close();
  expect(bench.reports).toEqual([]);
});

for (const { resource, rows } of resources) {
  describe(resource, () => {
    for (const row of rows) {
      test(row.statement, async () => {
        expect(await runRow(row, service)).toEqual([]);
      });
    }
  });
}
