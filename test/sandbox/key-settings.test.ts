// Settings that an earlier version stored without a check.
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/sandbox/store/store';

test('the store returns stored settings unchanged even if the settings are no longer valid', async () => {
  const store = await openMemoryStore();
  const kept = { name: '', allowed_urls: ['shop.example', 'https://a.example/cart'] };
  const { key } = store.keys.create(null, 0, { ...kept, redact_days: 3 });
  expect(store.keys.find(key)?.settings).toMatchObject({ ...kept, redact_days: 3 });
  store.close();
});
