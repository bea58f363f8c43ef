// What a shell completes for profiles and settings; and that Tab wakes no secret manager.
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
  // As `auth remove` leaves it.
  mkdirSync(join(home.path, '.config/waypost/profiles/removed'), { recursive: true });
});

// Words | current | answer
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

test.each(cases)('behind `%s`, `%s`: %s', async (words = '', current, answer) => {
  const run = await home.run(`__complete zsh --current=${current} -- ${words}`);
  const [kind = '', ...lines] = run.stdout.trimEnd().split('\n');
  expect([kind.trimEnd(), ...lines.map((line) => line.split('\t')[0])].join(' ')).toBe(answer);
});

test('values of an account are not asked for with a key that a command prints', async () => {
  const log = join(home.path, 'log');
  const program = join(home.path, 'vault');
  writeFileSync(program, `#!/bin/sh\necho ran >> '${log}'\necho ak_0123456789\n`, { mode: 0o755 });
  store(home.configFile, { api_key_command: [program], base_url: 'http://127.0.0.1:9/v1' });
  // The process that asks, run in the foreground.
  const run = await home.run('__complete --refresh context');
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(log)).toBe(false);
});
