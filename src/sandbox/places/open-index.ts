// Opens an index in a thread, which ends: what it takes to unpack it is given back then, and requests are answered
// meanwhile.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isStandalone } from '../../lib/installation';
import { PlaceIndex } from './place-index';
import { type IndexData, readIndex } from './read-index';

const entry = join(__dirname, 'read-places.js');

/**
 * Opens an index file.
 * @throws Error when it cannot be read
 */
export async function openIndex(path: string): Promise<PlaceIndex> {
  // The executable has no file for a thread, nor have the tests that run the source.
  if (isStandalone || !existsSync(entry))
    return new PlaceIndex(await readIndex(await readFile(path)));
  const thread = new Worker(entry, { workerData: path });
  thread.unref();
  const [data]: [IndexData] = (await once(thread, 'message')) as [IndexData];
  return new PlaceIndex(data);
}
