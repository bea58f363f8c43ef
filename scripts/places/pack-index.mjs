// Packs dist/places.index, which the container image carries in a third of its size. A sandbox unpacks it
// into its cache at its first start.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';

const index = join(import.meta.dirname, '../../dist/places.index');
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};
await pipeline(
  createReadStream(index),
  createBrotliCompress({ params }),
  createWriteStream(`${index}.br`),
);
await rm(index);
