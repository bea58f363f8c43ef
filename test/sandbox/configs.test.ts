// The configs of a key: /keys/{key}/configs.
import { beforeEach, expect, test } from 'vitest';
import { managedBy, resultOf, type TestKeys, useSandbox } from './support/bench';
import type { Answer } from './support/client';

const bench = useSandbox();
let mine: TestKeys;
beforeEach(async () => {
  mine = await bench.account();
});

const ask = (method: string, path = '', body?: unknown): Promise<Answer> =>
  bench.service(method, `/keys/${mine.key}/configs${path}`, {
    ...managedBy(mine),
    ...(body === undefined ? {} : { body }),
  });

// The rows of test/conformance cannot show this one: JSON in UTF-8 does not hold half a surrogate pair.
test('a payload with half a surrogate pair is returned unchanged', async () => {
  const payload = 'a\ud800b';
  await ask('POST', '', { name: 'a', payload });
  expect(resultOf(await ask('GET', '/a'))).toMatchObject({ payload });
});
