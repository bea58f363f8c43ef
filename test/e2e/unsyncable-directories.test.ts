// waypost works on file systems that do not support syncing directories.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiKey } from '../support/keys';
import { sendJson, standIn } from '../support/service';
import { documentOf, Home } from '../support/tool';

test('`auth login` succeeds with one warning if the file system cannot sync directories', async () => {
  const service = await standIn((_, answer) =>
    sendJson(answer, 200, {
      code: 2000,
      message: 'Success',
      result: { available: true, contexts: [], context: '' },
    }),
  );
  const home = new Home();
  const run = await home.run(['auth', 'login', '--api-key', apiKey, '--json'], {
    env: { WAYPOST_BASE_URL: service.url },
    preload: [join(__dirname, '../support/unsyncable-directories.cjs')],
  });
  expect(documentOf(run)).toMatchObject({ success: true });
  expect(run.status).toBe(0);
  expect(run.stderr.match(/cannot sync directories/g)).toHaveLength(1);
});
