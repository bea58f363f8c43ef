// The WebAssembly in the repository is what its source says.
import { expect, test } from 'vitest';
import { kernelBinary } from '../../src/export/kernel/binary';

test('the kernel is made from its source; after a change there: npm run kernel', async () => {
  const { compileKernel } = await import('../../scripts/build-kernel.mjs');
  expect(kernelBinary).toBe(await compileKernel());
});
