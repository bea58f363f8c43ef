// Finds your keys in the same places as the waypost command, searches for a place, and resolves the first hit. To run the
// example, use `node examples/client.mjs Berlin`. The example requires a login. To get a login for a sandbox, run
// `waypost sandbox start --detach` and `waypost signup`.
import { createClient, resolveCredentials, WaypostError } from 'waypost';

const [query = 'Berlin'] = process.argv.slice(2);

try {
  const client = createClient({ ...resolveCredentials(), timeoutMs: 10_000, tags: ['example'] });
  const { hits } = await client.places.search(query);
  if (!Array.isArray(hits) || hits.length === 0) {
    console.log(`The search for ${query} found no place.`);
  } else {
    // Resolving a place costs one lookup.
    console.log(await client.places.resolve(hits[0].id));
  }
} catch (error) {
  if (!(error instanceof WaypostError)) throw error;
  // In your own code, check the error code (`code`) or the service's API code (`apiCode`). The message can change.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exitStatus;
}
