// Sends requests with the npm package ky, which needs only a base URL and a key. Prints each response.
import ky from 'ky';

const { ADDRESS_URL, ADDRESS_KEY } = process.env;
const client = ky.create({
  prefixUrl: ADDRESS_URL,
  headers: { authorization: `Bearer ${ADDRESS_KEY}` },
  retry: 0,
  throwHttpErrors: false,
});
const calls = {
  search: () => client.get('places', { searchParams: { query: 'berlin' } }),
  query: () => client.get('places', { searchParams: { query: 'paris', api_key: ADDRESS_KEY } }),
  key: () => client.get(`keys/${ADDRESS_KEY}`),
  details: () => client.get(`keys/${ADDRESS_KEY}/details`),
  configs: () => client.post(`keys/${ADDRESS_KEY}/configs`, { json: { name: 'a', payload: 'b' } }),
  email: () => client.get('emails', { searchParams: { query: 'ada@example.org' } }),
};
const answers = {};
for (const [name, call] of Object.entries(calls)) {
  const answer = await call();
  answers[name] = { status: answer.status, body: await answer.json() };
}
process.stdout.write(JSON.stringify({ answers, env: process.env, argv: process.argv }));
