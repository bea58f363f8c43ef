// Commands whose working directory was removed: a relative path leads nowhere.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectError, Home } from '../support/tool';

const removed = { message: 'The current directory was removed.', hint: /^Change to a directory/ };
const line = 'mkdir "$DIRECTORY" && cd "$DIRECTORY" && rmdir "$DIRECTORY" && exec "$@"';

function freshHome(): Home {
  const home = new Home();
  onTestFinished(() => home.remove());
  return home;
}

function runInRemoved(home: Home, words: string) {
  const env = {
    DIRECTORY: join(home.path, 'removed'),
    WAYPOST_API_KEY: 'ak_removed_directory',
    WAYPOST_USER_TOKEN: 'uk_removed_directory',
    WAYPOST_BASE_URL: 'http://127.0.0.1:9/v1',
  };
  return home.shell(line, [...words.split(' '), '--json'], env);
}

test.each([
  'emails validate --file - -o out.csv',
  'lookups export -o out.csv',
  'auth scan',
  'lookups export -o out.parquet',
  'profiles unbind .',
  'sandbox stop --data data',
  'sandbox start --detach --data data',
])('rejects a relative path: %s', async (words) => {
  expectError(await runInRemoved(freshHome(), words), 'invalid_input', removed);
});

test('accepts absolute paths', async () => {
  const home = freshHome();
  const input = join(home.path, 'in.csv');
  writeFileSync(input, 'email\nada@free.test\n');
  const words = `emails validate --file ${input} -o ${join(home.path, 'out.csv')} --dry-run`;
  expect((await runInRemoved(home, words)).status).toBe(0);
});
