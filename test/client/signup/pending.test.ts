// The file by which a sign-up survives: what it keeps, what is never lost over another, and what is not believed.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ClaimFile } from '../../../src/client/signup/claim-file';
import { resumePending, writeClaim } from '../../../src/client/signup/finish';
import {
  isClaimed,
  markInDoubt,
  type Pending,
  readPending,
  removePending,
  writePending,
} from '../../../src/client/signup/pending';
import { seal } from '../../../src/lib/sealed-state';
import { freshHome, keys, modeOf, token } from '../../support/sign-up';

const now = 1_900_000_000_000;

const pending: Pending = {
  cli_token: token,
  base_url: 'https://service.example/v1',
  signup_url: 'https://service.example/sign-up',
  started_at: '2026-01-31T12:00:00.000Z',
};

const other: Pending = { ...pending, cli_token: 'another-token' };
const claimed = { ...pending, credentials: keys };

let path: string;
beforeEach(() => {
  path = join(freshHome().path, 'data/signup/default.json');
});
const files = () => readdirSync(dirname(path)).sort();

/** Puts a text there that its owner alone may write. */
function put(text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

describe('what is kept', () => {
  test('the sign-up, for its owner only, and with its keys once there are some', () => {
    expect([path, join(path, 'below')].map(readPending)).toEqual([undefined, undefined]);
    expect(writePending(path, pending, now)).toBeUndefined();
    expect(readPending(join(path, 'below'))).toBeUndefined();
    expect(readPending(path)).toEqual(pending);
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(['600', '700']);
    expect(writeClaim(path, pending, keys, now)).toEqual(claimed);
    expect(readPending(path)).toEqual(claimed);
    expect([pending, claimed].map(isClaimed)).toEqual([false, true]);
    expect(files()).toEqual(['default.json']);
  });

  test.each<[what: string, first: Pending, second: Pending, isBackedUp: boolean]>([
    ['the same sign-up', pending, { ...pending, in_doubt: true }, false],
    ['another sign-up', other, pending, true],
    ['its keys', claimed, pending, true],
    ['the keys of another', { ...other, credentials: keys }, claimed, true],
  ])('%s that stood there is not lost', (_, first, second, isBackedUp) => {
    writePending(path, first, now);
    const before = readFileSync(path, 'utf8');
    expect(writePending(path, second, now)).toBe(isBackedUp ? `${path}.${now}.old` : undefined);
    expect(readPending(path)).toEqual(second);
    if (isBackedUp) expect(readFileSync(`${path}.${now}.old`, 'utf8')).toBe(before);
  });

  test('in a directory that others could read, which is closed', () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writePending(path, pending, now);
    expect(modeOf(dirname(path))).toBe('700');
  });

  test('so is not what nobody can read', () => {
    put('{"cli_token":');
    expect(writePending(path, pending, now)).toBe(`${path}.${now}.old`);
  });
});

describe('an answer that arrived before the tool was killed', () => {
  const arrived = (text: string) => {
    writePending(path, pending, now);
    const claimFile = new ClaimFile(path, token);
    claimFile.write(Buffer.from(text));
    claimFile.close();
  };

  test.each<[what: string, text: string, read: Pending]>([
    ['with the keys', JSON.stringify({ result: keys }), claimed],
    ['that is cut off leaves it in doubt', '{"result":{"user_tok', { ...pending, in_doubt: true }],
    ['of no byte says nothing', '', pending],
  ])('%s', (_, text, read) => {
    arrived(text);
    expect(readPending(path)).toEqual(read);
  });

  test('leaves no doubt where the keys are kept', () => {
    arrived('{"result":{"user_tok');
    writePending(path, claimed, now);
    expect(readPending(path)).toEqual(claimed);
  });

  test('is gone with the sign-up', () => {
    arrived('{"result":{');
    expect(removePending(path, pending)).toBe(true);
    expect(files()).toEqual([]);
  });
});

describe('the doubt about a poll that was cut off', () => {
  test('is noted beside the token', () => {
    writePending(path, pending, now);
    markInDoubt(path, pending);
    expect(readPending(path)).toEqual({ ...pending, in_doubt: true });
  });

  test.each([
    ['another sign-up', other],
    ['the keys that a second run has got', claimed],
  ])('takes nothing of %s', (_, kept) => {
    writePending(path, kept, now);
    markInDoubt(path, pending);
    expect(readPending(path)).toEqual(kept);
  });

  test('that cannot be noted is no failure', () => {
    put('{"cli_token":');
    markInDoubt(path, pending);
    expect(readFileSync(path, 'utf8')).toBe('{"cli_token":');
    markInDoubt(join(path, 'below/default.json'), pending);
  });
});

describe('what is removed', () => {
  test('the sign-up, and what a killed writer left of it', () => {
    writePending(path, claimed, now);
    writeFileSync(join(dirname(path), '.default.json.tmp-1-abcd'), 'left');
    expect(removePending(path, claimed)).toBe(true);
    expect(files()).toEqual([]);
    expect(removePending(path, claimed), 'a second time').toBe(true);
  });

  test.each([
    ['another sign-up', other, pending],
    ['the keys that a second run has got', claimed, pending],
  ])('not %s', (_, kept, ended) => {
    writePending(path, kept, now);
    expect(removePending(path, ended)).toBe(true);
    expect(readPending(path)).toEqual(kept);
  });

  test('what cannot be removed is told', () => {
    mkdirSync(path, { recursive: true });
    expect(removePending(path, pending)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});

describe('what the file may say', () => {
  const { cli_token, base_url } = pending;
  test.each<[what: string, text: string, read: Pending]>([
    ['an earlier version wrote no checksum', JSON.stringify(pending), pending],
    [
      'a page and a time that are none are empty',
      seal({ cli_token, base_url, signup_url: 7, started_at: null }),
      { cli_token, base_url, signup_url: '', started_at: '' },
    ],
    ...['javascript:open("https://x")', 'http://', ['https://x.example/']].map(
      (signup_url): [string, string, Pending] => [
        `a page that is ${JSON.stringify(signup_url)} is empty`,
        seal({ ...pending, signup_url }),
        { ...pending, signup_url: '' },
      ],
    ),
    ['a doubt is yes alone', seal({ ...pending, in_doubt: 'yes' }), pending],
    ['a doubt', seal({ ...pending, in_doubt: true }), { ...pending, in_doubt: true }],
    ['one key alone is none', seal({ ...pending, credentials: { user_token: 'uk_1' } }), pending],
  ])('%s', (_, text, read) => {
    put(text);
    expect(readPending(path)).toEqual(read);
  });

  test.each([
    ['what was changed since', seal(pending).replace('service.example', 'evil.example')],
    ['no JSON', '{"cli_token":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no token', seal({ base_url })],
    ['no service', seal({ cli_token })],
    ['a token that is none', seal({ ...pending, cli_token: 7 })],
  ])('%s is refused and kept', (_, text) => {
    put(text);
    expect(() => readPending(path)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: 'pending_unusable',
        details: { rescue_path: path },
        message: `The pending sign-up in ${path} cannot be used: it is damaged, or not a sign-up of waypost.`,
      }),
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('a directory in its place is refused with the reason of the system', () => {
    mkdirSync(path, { recursive: true });
    expect(() => readPending(path)).toThrow(
      `The pending sign-up in ${path} cannot be used: it is not a regular file.`,
    );
  });
});

describe('keys that cannot be written where they belong', () => {
  test('are in another file that only its owner reads, which is named', () => {
    writeFileSync(dirname(dirname(path)), '');
    let error: unknown;
    try {
      writeClaim(path, pending, keys, now);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'write_failed',
      reason: 'claim_rescued',
      about: { path },
      message: expect.stringContaining('ENOTDIR'),
      details: { rescue_path: expect.stringMatching(/waypost-signup-[\da-f]{16}\.json$/) },
    });
    const { rescue_path } = (error as { details: { rescue_path: string } }).details;
    expect(modeOf(rescue_path)).toBe('600');
    expect(readPending(rescue_path)).toEqual(claimed);
    rmSync(rescue_path);
  });

  describe('are taken from there', () => {
    let rescuePath: string;
    beforeEach(() => {
      const temporary = dirname(dirname(dirname(path)));
      vi.stubEnv('TMPDIR', temporary);
      onTestFinished(() => void vi.unstubAllEnvs());
      rescuePath = join(temporary, 'waypost-signup-0123456789abcdef.json');
    });
    const rescued = (members: object = {}) => seal({ ...claimed, pending_path: path, ...members });

    test
      .skipIf(process.platform === 'win32')
      .each<
        [
          what: string,
          left: Pending | undefined,
          text: () => string,
          change: () => void,
          taken: boolean,
        ]
      >([
        ['with the pending file', pending, rescued, () => {}, true],
        ['without it', undefined, rescued, () => {}, true],
        ['with the keys there already', claimed, rescued, () => {}, true],
        ['not into another sign-up', other, rescued, () => {}, false],
        [
          'not for another profile',
          undefined,
          () => rescued({ pending_path: 'x' }),
          () => {},
          false,
        ],
        ['not without keys', undefined, () => rescued({ credentials: null }), () => {}, false],
        [
          'not if damaged',
          undefined,
          () => rescued().replace(keys.user_token, 'x'),
          () => {},
          false,
        ],
        [
          'not if others may write it',
          undefined,
          rescued,
          () => chmodSync(rescuePath, 0o602),
          false,
        ],
        [
          'not by a link',
          undefined,
          rescued,
          () => {
            renameSync(rescuePath, `${rescuePath}.real`);
            symlinkSync(`${rescuePath}.real`, rescuePath);
          },
          false,
        ],
      ])('%s', (_, left, text, change, taken) => {
      writeFileSync(rescuePath, text(), { mode: 0o600 });
      change();
      expect(resumePending(path, left, now)).toEqual(taken ? claimed : left);
      expect(existsSync(rescuePath)).toBe(!taken);
      if (taken && left !== claimed) expect(readPending(path)).toEqual(claimed);
    });

    test('or are named again where they cannot be moved', () => {
      writeFileSync(rescuePath, rescued(), { mode: 0o600 });
      writeFileSync(dirname(dirname(path)), '');
      expect(() => resumePending(path, pending, now)).toThrow(
        expect.objectContaining({ reason: 'claim_rescued', details: { rescue_path: rescuePath } }),
      );
      expect(existsSync(rescuePath)).toBe(true);
    });
  });

  test.each([
    ['with the user', keys],
    ['without', { ...keys, user_id: null }],
  ])('nor anywhere else are shown, this once, %s', (_, credentials) => {
    writeFileSync(dirname(dirname(path)), '');
    vi.stubEnv('TMPDIR', join(path, 'nowhere'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { user_token, test_api_key, user_id } = credentials;
    expect(() => writeClaim(path, pending, credentials, now)).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        reason: 'claim_shown',
        revealed: {
          credentials: { user_token, test_api_key, ...(user_id === null ? {} : { user_id }) },
        },
      }),
    );
  });
});
