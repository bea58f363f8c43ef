// Starts a sandbox for the tests of this file. It listens on a free port and keeps everything in memory.
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

test('finds a place; resolving it costs a lookup', async () => {
  const { hits } = await client.places.search('Berlin');
  assert.equal(hits[0].name, 'Berlin');
  const place = await client.places.resolve(hits[0].id);
  assert.equal(Math.round(place.latitude), 53);
  const { lookups_remaining } = await client.keys.details();
  assert.equal(lookups_remaining, 49);
});

test('reports a failure of the service with an error code', async () => {
  await sandbox.faults.add({ path: '/v1/places*', fault: '5001' });
  await assert.rejects(client.places.search('Berlin'), { code: 'service_unavailable' });
});
