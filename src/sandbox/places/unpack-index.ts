// The packed index of the bundled places in a container image.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/**
 * Unpacks an index to a new path. Throws the error of the file system, of damaged data or of the signal.
 */
export async function unpackIndex(
  packed: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const options = signal === undefined ? {} : { signal };
  await pipeline(createReadStream(packed), createBrotliDecompress(), target, options);
}
