// Starts a sandbox for the tests in this file. The sandbox listens on a free port and keeps its data in memory.
const { createClient } = require('waypost');
const { createSandbox } = require('waypost/sandbox');

let sandbox;
let client;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { key, userToken } = await sandbox.key();
  client = createClient({ baseUrl: sandbox.url, apiKey: key, userToken });
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

test('resolves a place, which costs one lookup', async () => {
  const { hits } = await client.places.search('Berlin');
  expect(hits[0]).toMatchObject({ name: 'Berlin', country_iso: 'DEU' });
  await expect(client.places.resolve(hits[0].id)).resolves.toHaveProperty('latitude');
  await expect(client.keys.details()).resolves.toHaveProperty('lookups_remaining', 49);
});

test('fails with an error code if the service is unavailable', async () => {
  await sandbox.faults.add({ path: '/v1/places*', fault: '5001' });
  await expect(client.places.search('Berlin')).rejects.toMatchObject({
    code: 'service_unavailable',
    apiCode: 5001,
  });
});
