import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

const reads = vi.hoisted((): string[] => []);
vi.mock('node:fs', async (importOriginal) => {
  const actual = await importOriginal<typeof import('node:fs')>();
  const readFileSync = (path: string, encoding: 'utf8'): string => {
    reads.push(path);
    return actual.readFileSync(path, encoding);
  };
  return { ...actual, readFileSync };
});
const loaded = vi.hoisted(() => ({ phoneLibrary: false }));
vi.mock('libphonenumber-js/max', async (importOriginal) => {
  loaded.phoneLibrary = true;
  return await importOriginal();
});

describe('the operations', () => {
  test('read nothing before the first call, and once then', async () => {
    const { autocomplete } = await import('../../../src/sandbox/lookups/autocomplete');
    const { verify } = await import('../../../src/sandbox/lookups/written-address');
    const { near } = await import('../../../src/sandbox/lookups/near');
    const { resolveUsa } = await import('../../../src/sandbox/lookups/autocomplete');
    const { cleanse } = await import('../../../src/sandbox/lookups/written-address');
    expect(reads).toEqual([]);
    resolveUsa('usps_1');
    autocomplete('main');
    verify('1226 W Main St');
    cleanse({ query: '1226 W Main St' });
    near(0, 0);
    expect(reads).toEqual([join(process.cwd(), 'data', 'addresses', 'usa.br')]);
  });

  test('load the phone library with the first number', async () => {
    const { validatePhone } = await import('../../../src/sandbox/lookups/validate-phone');
    expect(loaded.phoneLibrary).toBe(false);
    await validatePhone('+442079460018');
    expect(loaded.phoneLibrary).toBe(true);
  });
});
