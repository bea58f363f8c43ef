// The claim file, which contains the response with the keys: what a killed run leaves, what the next run finds, and which
// files waypost does not trust.
import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  backUpClaimFile,
  ClaimFile,
  maxClaimBytes,
  readClaimFiles,
  removeClaimFiles,
} from '../../../src/client/signup/claim-file';
import { systemTest } from '../../support/runs';

const token = 'signup-token';
const keys = { user_token: 'uk_1', test_api_key: 'ak_1', user_id: 'u_1' };
const answer = JSON.stringify({ result: keys, code: 2000 });
const now = 1_900_000_000_000;

let directory: string;
let pending: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-claim-'));
  pending = join(directory, 'default.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A claim file with these pieces written. */
function taken(...pieces: string[]): ClaimFile {
  const claimFile = new ClaimFile(pending, token);
  for (const piece of pieces) claimFile.write(Buffer.from(piece));
  return claimFile;
}

const files = () => readdirSync(directory).sort();
const only = () => join(directory, files()[0] ?? '');

test('a claim file stores the response to a sign-up poll unchanged, even if a character is split between two chunks', () => {
  const bytes = Buffer.from(answer.replace('u_1', 'ü_1'));
  const claimFile = new ClaimFile(pending, token);
  expect(claimFile.started).toBe(false);
  const middle = bytes.indexOf('ü') + 1;
  claimFile.write(bytes.subarray(0, middle));
  expect(claimFile.started).toBe(true);
  claimFile.write(bytes.subarray(middle));
  expect(claimFile.recover()).toEqual({ ...keys, user_id: 'ü_1' });
  claimFile.close();
  claimFile.close();
  expect(readFileSync(only()).equals(bytes)).toBe(true);
  expect(lstatSync(only()).mode & 0o777).toBe(0o600);
  expect(readClaimFiles(pending, token)).toEqual({
    credentials: { ...keys, user_id: 'ü_1' },
    started: true,
  });
});

test('a second close of a claim file does not close a different file that has the same descriptor', () => {
  const claimFile = taken(answer);
  claimFile.close();
  const handle = openSync(only(), 'r');
  claimFile.close();
  expect(fstatSync(handle).size).toBe(answer.length);
  closeSync(handle);
});

/** The file descriptors of the claim file in this process. */
function open(): number[] {
  const { dev, ino } = statSync(only());
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((handle) => {
      const file = statSync(`/proc/self/fd/${handle}`, { throwIfNoEntry: false });
      return file?.dev === dev && file.ino === ino;
    });
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a claim file ignores every piece after a piece that could not be written', () => {
  const claimFile = taken('{"half');
  const [handle = -1] = open();
  closeSync(handle);
  claimFile.write(Buffer.from('lost'));
  // Another file gets the descriptor number. The claim file must not write to it.
  const others = [openSync(join(directory, 'other'), 'w')];
  while (!others.includes(handle)) others.push(openSync(join(directory, 'other'), 'w'));
  claimFile.write(Buffer.from('behind a gap'));
  claimFile.close();
  expect(readFileSync(join(directory, 'other'), 'utf8')).toBe('');
  for (const other of others) closeSync(other);
});

onLinux('a closed claim file leaves no file open', () => {
  const claimFile = taken(answer);
  expect(open()).toHaveLength(1);
  claimFile.recover();
  readClaimFiles(pending, token);
  claimFile.close();
  expect(open()).toEqual([]);
});

test('readClaimFiles finds keys that follow more than 1 MiB of other data', () => {
  taken(' '.repeat(1024 * 1024), ' '.repeat(1024 * 1024 - 20), answer).close();
  expect(readClaimFiles(pending, token)).toEqual({ credentials: keys, started: true });
});

test('ClaimFile.recover returns undefined if a response of more than 1 MiB ends inside a key', () => {
  const claimFile = taken('"'.repeat(1024 * 1024), answer.slice(0, answer.indexOf('ak_1') + 3));
  expect(claimFile.recover()).toBeUndefined();
  claimFile.close();
});

test('the name of a claim file does not reveal the token, and differs for each token', () => {
  taken(answer).close();
  expect(files().join()).toMatch(/^default\.json\.[\da-f]{16}\.answer$/);
  expect(readClaimFiles(pending, 'another-token')).toEqual({
    credentials: undefined,
    started: false,
  });
  expect(readClaimFiles(join(directory, 'other.json'), token)).toMatchObject({ started: false });
});

test('two runs with the same token store their responses in different claim files', () => {
  const [first, second] = [taken('{"half'), taken(answer)];
  expect(files()).toHaveLength(2);
  expect([first.recover(), second.recover()]).toEqual([undefined, keys]);
  for (const claimFile of [first, second]) claimFile.close();
  expect(readClaimFiles(pending, token)).toEqual({ credentials: keys, started: true });
});

test('a claim file that cannot be created does not cause an error', () => {
  const claimFile = new ClaimFile(join(directory, 'missing/default.json'), token);
  claimFile.write(Buffer.from(answer));
  expect([claimFile.started, claimFile.recover()]).toEqual([true, undefined]);
  claimFile.close();
  expect(readClaimFiles(join(directory, 'missing/default.json'), token)).toEqual({
    credentials: undefined,
    started: false,
  });
});

test('a closed claim file ignores further chunks of the response', () => {
  const claimFile = taken('{"half');
  claimFile.close();
  claimFile.write(Buffer.from(answer));
  expect(readFileSync(only(), 'utf8')).toBe('{"half');
});

describe('a claim file without readable keys', () => {
  test.each([
    ['nothing', '', false],
    ['part of a response', '{"half', true],
  ])(
    'causes readClaimFiles to return started: true only if it contains part of a response (contents: %s)',
    (_, text, started) => {
      taken(text).close();
      expect(readClaimFiles(pending, token)).toEqual({ credentials: undefined, started });
    },
  );

  test('is renamed only once, and readClaimFiles still searches the renamed file for keys', () => {
    expect(backUpClaimFile(pending, token, now)).toBeUndefined();
    taken('').close();
    expect(backUpClaimFile(pending, token, now)).toBeUndefined();
    writeFileSync(only(), '{"half');
    const path = only();
    expect(backUpClaimFile(pending, token, now)).toBe(`${path}.${now}.old`);
    expect(backUpClaimFile(pending, token, now + 1)).toBe(`${path}.${now}.old`);
    expect(readClaimFiles(pending, token)).toEqual({ credentials: undefined, started: false });
    writeFileSync(`${path}.${now}.old`, answer);
    expect(readClaimFiles(pending, token)).toEqual({ credentials: keys, started: true });
  });

  test('keeps its name if it cannot be renamed', () => {
    taken('{"half').close();
    const path = only();
    mkdirSync(join(`${path}.${now}.old`, 'in the way'), { recursive: true });
    expect(backUpClaimFile(pending, token, now)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('{"half');
  });

  test('is removed with the sign-up unless it was renamed', () => {
    taken('{"half').close();
    backUpClaimFile(pending, token, now);
    taken(answer).close();
    expect(files()).toHaveLength(2);
    removeClaimFiles(pending, token);
    expect(files()).toEqual([expect.stringMatching(/\.old$/)]);
    removeClaimFiles(join(directory, 'missing/default.json'), token);
  });
});

describe('readClaimFiles', () => {
  const path = () => {
    taken('').close();
    const made = only();
    rmSync(made);
    return made;
  };

  test('ignores a symbolic link', () => {
    const place = path();
    writeFileSync(join(directory, 'elsewhere'), answer);
    symlinkSync('elsewhere', place);
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  test('ignores a directory', () => {
    mkdirSync(path());
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  test.skipIf(process.getuid?.() !== 0)("ignores another user's file", async () => {
    const { chownSync } = await import('node:fs');
    const place = path();
    writeFileSync(place, answer);
    chownSync(place, 1234, 1234);
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  systemTest("ignores a file's data after the first 64 MiB", () => {
    const place = path();
    writeFileSync(place, '');
    truncateSync(place, maxClaimBytes);
    const handle = openSync(place, 'a');
    writeSync(handle, answer);
    closeSync(handle);
    expect(readClaimFiles(pending, token)).toEqual({ credentials: undefined, started: true });
  });
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  "readClaimFiles fails with the file system's error if the directory cannot be read",
  () => {
    chmodSync(directory, 0o300);
    expect(() => readClaimFiles(pending, token)).toThrow('EACCES');
    chmodSync(directory, 0o700);
  },
);

test("readClaimFiles does not find claim files if the directory is a file, and fails if the directory's name is too long", () => {
  writeFileSync(join(directory, 'file'), '');
  expect(readClaimFiles(join(directory, 'file/default.json'), token).started).toBe(false);
  expect(() => readClaimFiles(join(directory, 'x'.repeat(300), 'default.json'), token)).toThrow(
    'ENAMETOOLONG',
  );
});
