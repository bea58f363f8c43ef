// Checks which requests a client sent: one request with tags, and one retry after a 503 response.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from 'waypost';
import { createSandbox } from 'waypost/sandbox';

let sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

test('the client retries a lookup once after a 503 response, and the service bills one lookup', async () => {
  const { key } = await sandbox.key();
  const client = createClient({ baseUrl: sandbox.url, apiKey: key, tags: ['checkout'] });
  await sandbox.faults.add({ path: '/v1/emails*', fault: '503', times: 1 });
  await client.emails.validate('ada@gmail.com');
  const requests = await sandbox.requests({ path: '/v1/emails*', key });
  expect(requests).toMatchObject([
    { method: 'GET', status: 503, fault: '503', charge: 0 },
    { method: 'GET', status: 200, fault: null, charge: 1, code: 2000 },
  ]);
  expect(requests.every(({ path }) => path.includes('tags=checkout'))).toBe(true);
});
