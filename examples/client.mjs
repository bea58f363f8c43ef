// The client in a program: finds the credentials as the command does, searches a place and resolves the
// first hit. Run it with `node examples/client.mjs Berlin`; without a login, start `waypost sandbox start`.
import { createClient, resolveCredentials, WaypostError } from 'waypost';

const [query = 'Berlin'] = process.argv.slice(2);

try {
  const client = createClient({ ...resolveCredentials(), timeoutMs: 10_000, tags: ['example'] });
  const { hits } = await client.places.search(query);
  if (!Array.isArray(hits) || hits.length === 0) {
    console.log(`No place is called ${query}.`);
  } else {
    // This costs a lookup.
    console.log(await client.places.resolve(hits[0].id));
  }
} catch (error) {
  if (!(error instanceof WaypostError)) throw error;
  // Meaning is in the code, and in the service's own code; never in the message.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = error.exitStatus;
}
