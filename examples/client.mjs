// Uses the client library: finds the credentials as the waypost command does, searches a place and resolves the first
// hit. Run `node examples/client.mjs Berlin`. Without a login, start a sandbox first: `waypost sandbox start`.
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
  // Decide by the code or the service's own code (apiCode), not by the message.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exitStatus;
}
