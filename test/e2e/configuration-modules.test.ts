// waypost loads the code for settings and profiles only if their files exist.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { apiKey, freshHome, store } from '../support/keys';
import { nodeTest as test } from '../support/tool';

const dist = join(__dirname, '../../dist');

/** A string that only the code of each module contains. */
const readers = {
  profiles: 'the bindings field is not an object',
  settings: 'has an invalid value',
  changes: 'so nothing can be locked',
  commands: 'printed nothing.',
};

test.each([
  ['none', {}, []],
  ['profiles.json', { 'profiles.json': {} }, ['profiles']],
  ['settings.json', { 'settings.json': {} }, ['settings']],
])(
  '`auth token` loads the settings module only if settings.json exists, and the profiles module only if profiles.json exists (existing file: %s)',
  async (_what, files, expected) => {
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
  },
);
