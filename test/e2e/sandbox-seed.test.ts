// `sandbox start --seed` creates the accounts from a seed file, and rejects invalid files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../sandbox/support/client';
import { systemTest } from '../support/runs';
import { wholeSeed } from '../support/seed';
import { documentOf, errorOf, expectError, Home, type Run } from '../support/tool';

let home: Home;
let file: string;
beforeEach(() => {
  home = new Home();
  file = join(home.path, 'shop.json');
});
afterEach(async () => {
  await home.call('sandbox stop --all');
  home.remove();
});

const start = (...words: string[]): Promise<Run> =>
  home.run(['sandbox', 'start', '--memory', '--port', '0', '--json', '--detach', ...words]);

systemTest(
  '`sandbox start --seed` creates the accounts when the sandbox starts, and again after a reset',
  async () => {
    writeFileSync(file, JSON.stringify(wholeSeed));
    const { url } = documentOf(await start('--seed', file)) as { url: string };
    const env = {
      WAYPOST_BASE_URL: url,
      WAYPOST_API_KEY: 'ak_shop',
      WAYPOST_USER_TOKEN: 'uk_shop',
    };
    const details = async () => await home.json('keys details', { env });
    expect(await details()).toMatchObject({ name: 'Checkout', daily_limit: { consumed: 40 } });
    await send('DELETE', `${new URL(url).origin}/_sandbox/keys/ak_shop`);
    const { port } = new URL(url);
    expect((await home.call(['sandbox', 'reset', '--yes', '--port', port])).status).toBe(0);
    expect(await details()).toMatchObject({ name: 'Checkout', daily_limit: { consumed: 40 } });
  },
);

describe('`sandbox start`', () => {
  const cases: [what: string, content: string | undefined, message: RegExp][] = [
    ['does not exist', undefined, /waypost cannot read the seed file .*shop\.json/],
    ['is not JSON', '{"accounts": [', /shop\.json is not JSON: /],
    [
      'has an invalid field',
      '{"accounts": [{"keys": [{"plan": "free"}]}]}',
      /shop\.json: The seed is invalid: accounts\.0\.keys\.0\.plan must be one of metered, unlimited\./,
    ],
  ];
  test.each(cases)('rejects a --seed file that %s', async (_, content, message) => {
    if (content !== undefined) writeFileSync(file, content);
    for (const words of [[], ['--detach']]) {
      const run = await home.call([
        'sandbox',
        'start',
        '--memory',
        '--port',
        '0',
        '--json',
        '--seed',
        file,
        ...words,
      ]);
      expectError(run, 'invalid_input');
      expect(errorOf(run).message).toMatch(message);
    }
    expect(await home.json('sandbox list')).toEqual([]);
  });
});
