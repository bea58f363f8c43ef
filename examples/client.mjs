// Finds the credentials as the waypost command does, searches for a place and resolves the first hit. To run the example,
// use `node examples/client.mjs Berlin`. It needs a login, for example in a sandbox: `waypost sandbox start --detach` and
// `waypost signup`.
import { createClient, resolveCredentials, WaypostError } from 'waypost';

const [query = 'Berlin'] = process.argv.slice(2);

try {
  const client = createClient({ ...resolveCredentials(), timeoutMs: 10_000, tags: ['example'] });
  const { hits } = await client.places.search(query);
  if (!Array.isArray(hits) || hits.length === 0) {
    console.log(`No place has the name ${query}.`);
  } else {
    // This costs a lookup.
    console.log(await client.places.resolve(hits[0].id));
  }
} catch (error) {
  if (!(error instanceof WaypostError)) throw error;
  // To handle an error, check its code or the service's code (apiCode), not its message.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exitStatus;
}
