// Settings and profiles cost a start only where there are some: one file each, and the code that reads it.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { apiKey, freshHome, store } from '../support/keys';
import { nodeTest as test } from '../support/tool';

const dist = join(__dirname, '../../dist');

/** Code that reads a file, each with a text of its own. */
const readers = {
  profiles: 'bindings is not an object',
  settings: 'has an invalid value',
  changes: 'so nothing can be locked',
  commands: 'printed nothing.',
};

test.each([
  ['nothing is set', {}, []],
  ['there are profiles', { 'profiles.json': {} }, ['profiles']],
  ['there are settings', { 'settings.json': {} }, ['settings']],
])('where %s', async (_what, files, expected) => {
  const home = freshHome();
  const directory = join(home.path, '.config/waypost');
  store(home.configFile, { api_key: apiKey });
  for (const [name, content] of Object.entries(files)) store(join(directory, name), content);
  const list = join(home.path, 'modules.json');
  const run = await home.run('auth token', {
    env: { MODULES_FILE: list },
    preload: [join(__dirname, '../support/note-modules.cjs')],
    reveals: [apiKey],
  });
  expect(run).toMatchObject({ status: 0, stdout: `${apiKey}\n` });
  const loaded: string[] = JSON.parse(readFileSync(list, 'utf8'));
  const texts = loaded
    .filter((name) => name.startsWith('./') || name.includes('dist/'))
    .map((name) => readFileSync(join(dist, basename(name)), 'utf8'));
  const found = Object.entries(readers).filter(([, text]) =>
    texts.some((chunk) => chunk.includes(text)),
  );
  expect(found.map(([name]) => name)).toEqual(expected);
});
