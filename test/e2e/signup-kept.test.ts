// What a sign-up keeps on disk is believed only if it is whole, and whatever it is, the keys in it stay
// within reach: files that were changed, and answers that are larger than the tool holds in memory.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemTest } from '../support/runs';
import {
  callResume,
  callSignUp,
  claimed,
  envelope,
  failure,
  freshHome,
  freshSignUp,
  gone,
  having,
  keys,
  login,
  pending,
  type Reply,
  read,
  refusal,
  resume,
  signUp,
  signUpService,
  success,
  token,
} from '../support/sign-up';
import { documentOf, expectError, type Home } from '../support/tool';

const mebibyte = 1024 * 1024;

describe('a pending sign-up that was changed is named and kept', () => {
  /** A sign-up that was claimed, and could not be stored because the service failed. */
  async function claimedOne(): Promise<Home> {
    const { home, service } = await freshSignUp({ details: [refusal(500, 5001)] });
    expect(failure(await callSignUp(home, service))).toMatchObject({
      details: { rescue_path: home.pendingFile },
    });
    return home;
  }

  test('unchanged, it carries a checksum and is resumed', async () => {
    const home = await claimedOne();
    expect(read(home.pendingFile)).toMatchObject({
      checksum: expect.any(String),
      credentials: keys,
    });
  });

  test.each<[string, (text: string) => string]>([
    ['a key', (text) => text.replace('ak_new_9', 'ak_new_8')],
    ['the service', (text) => text.replace('127.0.0.1', '127.0.0.2')],
    ['the token', (text) => text.replace(token, `${token}x`)],
    ['the checksum', (text) => text.replace(/"checksum":".{4}/, '"checksum":"0000')],
    ['its end', (text) => text.slice(0, -30)],
  ])('%s', async (_name, change) => {
    const home = await claimedOne();
    const changed = change(readFileSync(home.pendingFile, 'utf8'));
    writeFileSync(home.pendingFile, changed);
    for (const run of [
      await callResume(home),
      await callSignUp(home, await signUpService(), ['--force']),
    ]) {
      expectError(run, 'invalid_input', {
        message: expect.stringContaining(
          `The pending sign-up in ${home.pendingFile} cannot be used`,
        ),
        hint: /might have the keys of your account/,
        details: { rescue_path: home.pendingFile },
      });
    }
    expect(readFileSync(home.pendingFile, 'utf8')).toBe(changed);
  });

  test('one of an earlier version, without a checksum, is resumed', async () => {
    const { home, service } = await freshSignUp();
    mkdirSync(dirname(home.pendingFile), { recursive: true, mode: 0o700 });
    writeFileSync(home.pendingFile, JSON.stringify({ cli_token: token, base_url: service.url }));
    expect(documentOf(await resume(home))).toEqual(success(home));
  });
});

/** A claim whose body is so long, with the keys at the beginning, or at the end. */
function long(bytes: number, where: 'begin' | 'end' | 'nowhere'): Reply {
  return (response) => {
    const text = envelope(where === 'nowhere' ? {} : keys);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (where === 'begin') response.write(text.slice(0, -1));
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
      response.end(where === 'begin' ? '}' : text);
    };
    send();
  };
}

describe('a claim that is larger than the tool holds in memory', () => {
  test.each(['begin', 'end'] as const)('keys at its %s are recovered and stored', async (where) => {
    const { home, service } = await freshSignUp({ poll: [pending, long(12 * mebibyte, where)] });
    expect(documentOf(await callSignUp(home, service))).toEqual(success(home));
    expect(read(home.configFile)).toEqual(login(service));
    expect(readdirSync(dirname(home.pendingFile))).toEqual([]);
  });

  test('without keys it is signup_lost with the path of what arrived', async () => {
    const { home, service } = await freshSignUp({ poll: [long(12 * mebibyte, 'nowhere'), gone] });
    const error = failure(await callSignUp(home, service));
    expect(error).toMatchObject({ exit: 6, code: 'signup_lost' });
    const { rescue_path: rescue } = error.details as { rescue_path: string };
    expect(statSync(rescue).size).toBeGreaterThan(12 * mebibyte);
    expect(statSync(rescue).mode & 0o777).toBe(0o600);
    // The next run looks into it again, and names it again.
    expectError(await callResume(home), 'signup_lost', { details: { rescue_path: rescue } });
  });

  systemTest('of one that never ends, no more than 64 MiB are written', async () => {
    const { home, service } = await freshSignUp({ poll: [long(200 * mebibyte, 'nowhere'), gone] });
    const error = failure(await callSignUp(home, service));
    expect(error).toMatchObject({ exit: 6, code: 'signup_lost' });
    const { rescue_path: rescue } = error.details as { rescue_path: string };
    expect(statSync(rescue).size).toBeLessThan(66 * mebibyte);
  });

  test.each(['.answer', '.0a1b2c3d.answer', '.answer.1700000000000.old'])(
    'the keys of a run that was killed meanwhile are taken from its *%s by --resume',
    async (ending) => {
      const home = freshHome();
      const kill: { run: () => void } = { run: () => {} };
      const service = await signUpService({ poll: [having(() => kill.run(), pending), claimed] });
      await signUp(home, service, [], {
        whileRunning: (child) => {
          kill.run = () => child.kill('SIGKILL');
        },
      });
      const directory = dirname(home.pendingFile);
      const [empty = ''] = readdirSync(directory).filter((name) => name.endsWith('.answer'));
      const file = join(directory, empty.replace('.answer', ending));
      writeFileSync(file, `${' '.repeat(12 * mebibyte)}${envelope(keys)}`, { mode: 0o600 });
      expect(documentOf(await callResume(home))).toEqual(success(home));
      expect(service.steps.filter((step) => step === 'poll')).toHaveLength(1);
    },
  );
});
