// A package that holds its index of the places packed, as the container image does: the first start unpacks
// it, which is the very index of the build.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { startSandbox } from '../../support/sandbox';
import { scratchFolder } from '../../support/scratch';
import { send } from '../support/client';

const root = join(__dirname, '../../..');
const folder = scratchFolder();
const cache = join(folder, 'cache');

async function search(): Promise<unknown> {
  const sandbox = await startSandbox({
    data: { memory: true },
    warmPlaces: false,
    places: { folder: join(folder, 'data/places'), cache },
  });
  try {
    const { json } = await send('POST', `${sandbox.origin}/_sandbox/keys`);
    const answer = await send(
      'GET',
      `${sandbox.url}/places?query=leeds&api_key=${Object(json).key}`,
    );
    return Object(answer.json).result.hits[0].descriptive_name;
  } finally {
    await sandbox.close();
  }
}

test('it is unpacked once, and found from then on', async () => {
  mkdirSync(join(folder, 'dist'));
  symlinkSync(join(root, 'data'), join(folder, 'data'), 'junction');
  const index = readFileSync(join(root, 'dist/places.index'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  const packed = join(folder, 'dist/places.index.br');
  writeFileSync(packed, brotliCompressSync(index, { params }));
  expect(await search()).toBe('Leeds, England, United Kingdom');
  const names = readdirSync(cache);
  expect(names).toHaveLength(1);
  expect(readFileSync(join(cache, names[0] ?? '')).equals(index)).toBe(true);
  // It is not asked for again.
  rmSync(packed);
  writeFileSync(packed, 'damaged');
  expect(await search()).toBe('Leeds, England, United Kingdom');
});
