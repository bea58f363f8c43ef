import { expect, test, vi } from 'vitest';

const loaded = vi.hoisted(() => ({ phoneLibrary: false }));
vi.mock('libphonenumber-js/max', async (importOriginal) => {
  loaded.phoneLibrary = true;
  return await importOriginal();
});

test('the sandbox does not load the phone number library before it validates the first phone number', async () => {
  const { validatePhone } = await import('../../../src/sandbox/validations/phones');
  expect(loaded.phoneLibrary).toBe(false);
  await validatePhone('+442079460018');
  expect(loaded.phoneLibrary).toBe(true);
});
