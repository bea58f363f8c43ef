// Starts a sandbox for the tests in this file. The sandbox listens on a free port and keeps its data in memory.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createClient } from 'waypost';
import { createSandbox } from 'waypost/sandbox';

let sandbox;
let client;

before(async () => {
  sandbox = await createSandbox();
  const { key, userToken } = await sandbox.key();
  client = createClient({ baseUrl: sandbox.url, apiKey: key, userToken });
});
afterEach(() => sandbox.faults.clear());
after(() => sandbox.close());

test('resolves a place, which costs one lookup', async () => {
  const { hits } = await client.places.search('Berlin');
  assert.equal(hits[0].name, 'Berlin');
  const place = await client.places.resolve(hits[0].id);
  assert.equal(Math.round(place.latitude), 53);
  const { lookups_remaining } = await client.keys.details();
  assert.equal(lookups_remaining, 49);
});

test('fails with an error code if the service is unavailable', async () => {
  await sandbox.faults.add({ path: '/v1/places*', fault: '5001' });
  await assert.rejects(client.places.search('Berlin'), { code: 'service_unavailable' });
});
