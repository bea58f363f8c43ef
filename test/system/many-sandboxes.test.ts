import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const { createSandbox }: typeof import('../../src/sandbox/index') = createRequire(__filename)(
  join(__dirname, '../../dist/sandbox.js'),
);

test('200 sandboxes share one copy of the place data', async () => {
  const heap = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = heap();
  const sandboxes = await Promise.all(Array.from({ length: 200 }, () => createSandbox()));
  for (const sandbox of sandboxes) {
    const { key } = await sandbox.key();
    const answer = await fetch(`${sandbox.url}/places?query=Berlin&api_key=${key}`);
    expect(await answer.json()).toHaveProperty('result.hits[0].name', 'Berlin');
  }
  // One copy takes tens of megabytes, so that 200 copies would exceed this limit.
  expect(heap() - before).toBeLessThan(400 * 1024 * 1024);
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
});
