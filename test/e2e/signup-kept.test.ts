// waypost keeps a pending file that was changed, and a response that is too large for the memory, because both can contain
// keys. test/client/signup tests which files and responses contain keys.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import {
  callResume,
  callSignUp,
  envelope,
  failure,
  freshSignUp,
  gone,
  keys,
  login,
  pending,
  type Reply,
  read,
  refusal,
  signUpService,
  success,
} from '../support/sign-up';
import { documentOf, expectError } from '../support/tool';

const mebibyte = 1024 * 1024;

test('`signup --resume` and `signup --force` reject a pending file that was changed, and do not remove it', async () => {
  const { home, service } = await freshSignUp({ details: [refusal(500, 5001)] });
  expect(failure(await callSignUp(home, service))).toMatchObject({
    details: { rescue_path: home.pendingFile },
  });
  const changed = readFileSync(home.pendingFile, 'utf8').replace('ak_new_9', 'ak_new_8');
  writeFileSync(home.pendingFile, changed);
  for (const run of [
    await callResume(home),
    await callSignUp(home, await signUpService(), ['--force']),
  ]) {
    expectError(run, 'invalid_input', {
      message: expect.stringContaining(
        `waypost cannot use the pending sign-up in ${home.pendingFile}`,
      ),
      hint: /might contain the keys of your account/,
      details: { rescue_path: home.pendingFile },
    });
  }
  expect(readFileSync(home.pendingFile, 'utf8')).toBe(changed);
});

/** Returns a function that sends a response with this many spaces before the body. */
function long(bytes: number, body: string): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(mebibyte, ' ');
    let left = bytes;
    const send = () => {
      for (; left > 0; left -= piece.length) {
        if (response.destroyed) return;
        if (!response.write(piece)) {
          left -= piece.length;
          response.once('drain', send);
          return;
        }
      }
      response.end(body);
    };
    send();
  };
}

test('`signup` recovers and stores keys that arrive after the first 12 MiB of a response', async () => {
  const { home, service } = await freshSignUp({
    poll: [pending, long(12 * mebibyte, envelope(keys))],
  });
  expect(documentOf(await callSignUp(home, service))).toEqual(success(home));
  expect(read(home.configFile)).toEqual(login(service));
  expect(readdirSync(dirname(home.pendingFile))).toEqual([]);
});

systemTest('`signup` saves the first 64 MiB of a 200 MiB response', async () => {
  const { home, service } = await freshSignUp({
    poll: [long(200 * mebibyte, envelope({})), gone],
  });
  const error = failure(await callSignUp(home, service));
  expect(error).toMatchObject({ exit: 6, code: 'signup_lost' });
  const { rescue_path: rescue } = error.details as { rescue_path: string };
  expect(statSync(rescue).size).toBeGreaterThan(60 * mebibyte);
  expect(statSync(rescue).size).toBeLessThan(66 * mebibyte);
});
