// The completion of profiles and settings.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshHome, store } from '../support/keys';
import { table } from '../support/table';
import type { Home } from '../support/tool';

let home: Home;
beforeEach(() => {
  home = freshHome();
  for (const name of ['acme', 'shop', 'Not a name']) {
    store(join(home.path, '.config/waypost/profiles', name, 'credentials.json'), {});
  }
  // `auth remove` leaves an empty directory.
  mkdirSync(join(home.path, '.config/waypost/profiles/removed'), { recursive: true });
});

// Words before the cursor | current word | output
const cases = table(`
  auth switch          | s | values shop
  auth remove          |   | values acme shop default
  profiles bind        |   | directories
  profiles bind .      |   | values acme shop default
  profiles unbind      |   | directories
  settings set         |   | values base-url output color timeout tags browser read-only
  settings unset       | b | values base-url browser
  settings set output  |   | values text json
  settings set color   | a | values auto always
  settings set timeout |   | values
  auth                 | s | values scan switch
`);

test.each(cases)(
  '`__complete`, given the words `%s` and then the prefix `%s`, prints the lines "%s"',
  async (words = '', current, answer) => {
    const run = await home.run(`__complete zsh --current=${current} -- ${words}`);
    const [kind = '', ...lines] = run.stdout.trimEnd().split('\n');
    expect([kind.trimEnd(), ...lines.map((line) => line.split('\t')[0])].join(' ')).toBe(answer);
  },
);

test('`__complete` does not run a key command to request account data', async () => {
  const log = join(home.path, 'log');
  const program = join(home.path, 'vault');
  writeFileSync(program, `#!/bin/sh\necho ran >> '${log}'\necho ak_0123456789\n`, { mode: 0o755 });
  store(home.configFile, { api_key_command: [program], base_url: 'http://127.0.0.1:9/v1' });
  // Completion starts this command in the background.
  const run = await home.run('__complete --refresh context');
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(log)).toBe(false);
});
