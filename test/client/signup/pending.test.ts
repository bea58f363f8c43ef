// The pending file, with which a sign-up survives a crash: what it contains, which files are backed up, and which files
// waypost does not trust.
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
  expiryOf,
  isClaimed,
  markInDoubt,
  type Pending,
  pendingPath,
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

/** Writes the pending file with mode 0600. */
function put(text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

describe('writePending', () => {
  test('stores the sign-up in a file that only the owner can read, and writeClaim adds the keys to this file', () => {
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

  test('replaces a file that contains the same sign-up without backing it up', () => {
    writePending(path, pending, now);
    const second: Pending = { ...pending, in_doubt: true };
    expect(writePending(path, second, now)).toBeUndefined();
    expect(readPending(path)).toEqual(second);
  });

  test.each<[what: string, first: Pending, second: Pending]>([
    ['a different sign-up', other, pending],
    ['the keys of the same sign-up', claimed, pending],
    ['the keys of a different sign-up', { ...other, credentials: keys }, claimed],
  ])('backs up %s before it replaces the file', (_, first, second) => {
    writePending(path, first, now);
    const before = readFileSync(path, 'utf8');
    expect(writePending(path, second, now)).toBe(`${path}.${now}.old`);
    expect(readPending(path)).toEqual(second);
    expect(readFileSync(`${path}.${now}.old`, 'utf8')).toBe(before);
  });

  test("removes other users' permissions from the directory", () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    writePending(path, pending, now);
    expect(modeOf(dirname(path))).toBe('700');
  });

  test('backs up a file that cannot be parsed', () => {
    put('{"cli_token":');
    expect(writePending(path, pending, now)).toBe(`${path}.${now}.old`);
  });
});

describe('a response that arrived before waypost was killed', () => {
  const arrived = (text: string) => {
    writePending(path, pending, now);
    const claimFile = new ClaimFile(path, token);
    claimFile.write(Buffer.from(text));
    claimFile.close();
  };

  test.each<[what: string, text: string, read: Pending]>([
    [
      'the sign-up with the keys if the response contains the keys',
      JSON.stringify({ result: keys }),
      claimed,
    ],
    [
      'the sign-up as in doubt if the response is cut off',
      '{"result":{"user_tok',
      { ...pending, in_doubt: true },
    ],
    ['the sign-up unchanged if the response is empty', '', pending],
  ])('makes readPending return %s', (_, text, read) => {
    arrived(text);
    expect(readPending(path)).toEqual(read);
  });

  test('does not mark a sign-up as in doubt if its keys are already stored', () => {
    arrived('{"result":{"user_tok');
    writePending(path, claimed, now);
    expect(readPending(path)).toEqual(claimed);
  });

  test('is removed with the sign-up', () => {
    arrived('{"result":{');
    expect(removePending(path, pending)).toBe(true);
    expect(files()).toEqual([]);
  });
});

test('expiryOf returns the time 30 minutes after the start, or null if the start is not known', () => {
  expect(expiryOf(pending)).toBe('2026-01-31T12:30:00.000Z');
  expect(expiryOf({ ...pending, started_at: '' })).toBeNull();
});

test.each([
  [undefined, 'signup/default.json'],
  ['work', 'signup/work.json'],
])('for the profile %s, pendingPath returns a path that ends with %s', (profile, name) => {
  expect(pendingPath({ home: '/home/ann' }, profile).replaceAll('\\', '/')).toMatch(
    new RegExp(`/${name}$`),
  );
});

describe('markInDoubt', () => {
  test('adds in_doubt to the sign-up', () => {
    writePending(path, pending, now);
    markInDoubt(path, pending);
    expect(readPending(path)).toEqual({ ...pending, in_doubt: true });
  });

  test.each([
    ['a different sign-up', other],
    ['a sign-up whose keys another run received', claimed],
  ])('does not change %s', (_, kept) => {
    writePending(path, kept, now);
    markInDoubt(path, pending);
    expect(readPending(path)).toEqual(kept);
  });

  test('does not throw an error if the file cannot be written', () => {
    put('{"cli_token":');
    markInDoubt(path, pending);
    expect(readFileSync(path, 'utf8')).toBe('{"cli_token":');
    markInDoubt(join(path, 'below/default.json'), pending);
  });
});

describe('removePending', () => {
  test('removes the sign-up and the temporary files of a killed process', () => {
    writePending(path, claimed, now);
    writeFileSync(join(dirname(path), '.default.json.tmp-1-abcd'), 'left');
    expect(removePending(path, claimed)).toBe(true);
    expect(files()).toEqual([]);
    expect(removePending(path, claimed), 'a second time').toBe(true);
  });

  test.each([
    ['a different sign-up', other, pending],
    ['a sign-up whose keys another run received', claimed, pending],
  ])('does not remove %s', (_, kept, ended) => {
    writePending(path, kept, now);
    expect(removePending(path, ended)).toBe(true);
    expect(readPending(path)).toEqual(kept);
  });

  test('returns false if the file cannot be removed', () => {
    mkdirSync(path, { recursive: true });
    expect(removePending(path, pending)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});

describe('readPending', () => {
  const { cli_token, base_url } = pending;
  test.each<[what: string, text: string, read: Pending]>([
    ['a file from an earlier version that has no checksum', JSON.stringify(pending), pending],
    [
      'a sign-up page with plain HTTP',
      seal({ ...pending, signup_url: 'http://127.0.0.1:9/sign-up' }),
      { ...pending, signup_url: 'http://127.0.0.1:9/sign-up' },
    ],
    [
      'an invalid page and an invalid time as empty strings',
      seal({ cli_token, base_url, signup_url: 7, started_at: null }),
      { cli_token, base_url, signup_url: '', started_at: '' },
    ],
    ...['javascript:open("https://x")', 'http://', ['https://x.example/']].map(
      (signup_url): [string, string, Pending] => [
        `the invalid page ${JSON.stringify(signup_url)} as an empty string`,
        seal({ ...pending, signup_url }),
        { ...pending, signup_url: '' },
      ],
    ),
    [
      'a sign-up as not in doubt if in_doubt is not true',
      seal({ ...pending, in_doubt: 'yes' }),
      pending,
    ],
    [
      'a sign-up as in doubt if in_doubt is true',
      seal({ ...pending, in_doubt: true }),
      { ...pending, in_doubt: true },
    ],
    [
      'a sign-up without keys if the file contains only one key',
      seal({ ...pending, credentials: { user_token: 'uk_1' } }),
      pending,
    ],
  ])('reads %s', (_, text, read) => {
    put(text);
    expect(readPending(path)).toEqual(read);
  });

  test.each([
    ['a file whose service was changed', seal(pending).replace('service.example', 'evil.example')],
    ['a file whose token was changed', seal(pending).replace(token, `${token}x`)],
    ['a file whose keys were changed', seal(claimed).replace(keys.test_api_key, 'ak_other')],
    [
      'a file whose checksum was changed',
      seal(pending).replace(/"checksum":".{4}/, '"checksum":"0000'),
    ],
    ['a file that was cut off', seal(pending).slice(0, -30)],
    ['text that is not JSON', '{"cli_token":'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a file without a token', seal({ base_url })],
    ['a file without a service', seal({ cli_token })],
    ['a file with a number as token', seal({ ...pending, cli_token: 7 })],
  ])('rejects and keeps %s', (_, text) => {
    put(text);
    expect(() => readPending(path)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        reason: 'pending_unusable',
        details: { rescue_path: path },
        message: `waypost cannot use the pending sign-up in ${path}: it is damaged or was not written by waypost.`,
      }),
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('rejects a directory', () => {
    mkdirSync(path, { recursive: true });
    expect(() => readPending(path)).toThrow(
      `waypost cannot use the pending sign-up in ${path}: it is not a regular file.`,
    );
  });
});

describe('keys that cannot be written to the pending file', () => {
  test("are written to a rescue file that only the owner can read, and the error contains this file's path", () => {
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

  describe('in a rescue file', () => {
    let rescuePath: string;
    beforeEach(() => {
      const temporary = dirname(dirname(dirname(path)));
      vi.stubEnv('TMPDIR', temporary);
      onTestFinished(() => void vi.unstubAllEnvs());
      rescuePath = join(temporary, 'waypost-signup-0123456789abcdef.json');
    });
    const rescued = (members: object = {}) => seal({ ...claimed, pending_path: path, ...members });

    test.skipIf(process.platform === 'win32').each<[what: string, left: Pending | undefined]>([
      ['the pending file exists', pending],
      ['the pending file does not exist', undefined],
      ['the pending file has the keys already', claimed],
    ])('are found if %s', (_, left) => {
      writeFileSync(rescuePath, rescued(), { mode: 0o600 });
      expect(resumePending(path, left, now)).toEqual(claimed);
      expect(existsSync(rescuePath)).toBe(false);
      if (left !== claimed) expect(readPending(path)).toEqual(claimed);
    });

    test
      .skipIf(process.platform === 'win32')
      .each<[what: string, left: Pending | undefined, text: () => string, change: () => void]>([
        ['the pending file has another sign-up', other, rescued, () => {}],
        [
          'the keys belong to another profile',
          undefined,
          () => rescued({ pending_path: 'x' }),
          () => {},
        ],
        ['the rescue file has no keys', undefined, () => rescued({ credentials: null }), () => {}],
        [
          'the rescue file is damaged',
          undefined,
          () => rescued().replace(keys.user_token, 'x'),
          () => {},
        ],
        [
          'other users can write to the rescue file',
          undefined,
          rescued,
          () => chmodSync(rescuePath, 0o602),
        ],
        [
          'the rescue file is a symbolic link',
          undefined,
          rescued,
          () => {
            renameSync(rescuePath, `${rescuePath}.real`);
            symlinkSync(`${rescuePath}.real`, rescuePath);
          },
        ],
      ])('are ignored if %s', (_, left, text, change) => {
      writeFileSync(rescuePath, text(), { mode: 0o600 });
      change();
      expect(resumePending(path, left, now)).toEqual(left);
      expect(existsSync(rescuePath)).toBe(true);
    });

    test("cause an error with the rescue file's path if the keys cannot be moved to the pending file", () => {
      writeFileSync(rescuePath, rescued(), { mode: 0o600 });
      writeFileSync(dirname(dirname(path)), '');
      expect(() => resumePending(path, pending, now)).toThrow(
        expect.objectContaining({ reason: 'claim_rescued', details: { rescue_path: rescuePath } }),
      );
      expect(existsSync(rescuePath)).toBe(true);
    });
  });

  test.each([
    ['with a user ID', keys],
    ['without a user ID', { ...keys, user_id: null }],
  ])('appear in the error if no file can be written (response: %s)', (_, credentials) => {
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
