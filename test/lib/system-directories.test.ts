import { afterEach, describe, expect, test, vi } from 'vitest';
import { cacheDirectory, dataDirectory } from '../../src/lib/system-directories';

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform !== 'linux')('the data and cache directories', () => {
  test.each([
    ['/srv/data', '/srv/cache', '/srv/data/waypost', '/srv/cache/waypost'],
    ['data', 'cache', '/home/ann/.local/share/waypost', '/home/ann/.cache/waypost'],
  ])(
    'with XDG_DATA_HOME=%s and XDG_CACHE_HOME=%s are %s and %s',
    (dataHome, cacheHome, data, cache) => {
      vi.stubEnv('XDG_DATA_HOME', dataHome);
      vi.stubEnv('XDG_CACHE_HOME', cacheHome);
      expect(dataDirectory({ home: '/home/ann' })).toBe(data);
      expect(cacheDirectory({ home: '/home/ann' })).toBe(cache);
    },
  );
});
