// In a working directory that was removed, commands with relative paths fail, and commands with absolute paths work.
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, Home, isCalledInside } from '../support/tool';

const removed = { message: 'The current directory was removed.', hint: /^Change to a directory/ };
const ownDirectory = process.cwd();

let home: Home;
beforeEach(() => {
  home = new Home({
    WAYPOST_API_KEY: 'ak_removed_directory',
    WAYPOST_USER_TOKEN: 'uk_removed_directory',
    WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1',
  });
});
afterEach(() => home.remove());

test('a waypost process in a removed working directory rejects a relative path', async () => {
  const line = 'mkdir "$DIRECTORY" && cd "$DIRECTORY" && rmdir "$DIRECTORY" && exec "$@"';
  const env = { DIRECTORY: join(home.path, 'removed') };
  expectError(await home.shell(line, ['auth', 'scan', '--json'], env), 'invalid_input', removed);
});

describe.skipIf(!isCalledInside)('in a removed working directory, waypost', () => {
  beforeEach(() => {
    const directory = join(home.path, 'removed');
    mkdirSync(directory);
    process.chdir(directory);
    rmdirSync(directory);
  });
  afterEach(() => process.chdir(ownDirectory));

  test.each([
    'emails validate --file - -o out.csv',
    'lookups export -o out.csv',
    'lookups export -o out.parquet',
    'profiles unbind .',
    'sandbox stop --data data',
    'sandbox start --detach --data data',
  ])('rejects a relative path (arguments: %s)', async (words) => {
    expectError(await home.call(`${words} --json`), 'invalid_input', removed);
  });

  test('accepts absolute paths', async () => {
    const input = join(home.path, 'in.csv');
    writeFileSync(input, 'email\nada@free.test\n');
    const words = `emails validate --file ${input} -o ${join(home.path, 'out.csv')} --dry-run`;
    expect((await home.call(words)).status).toBe(0);
  });
});
