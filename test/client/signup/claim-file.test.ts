// The claim's answer on disk: what a killed run leaves, what another finds, and what is not believed.
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

/** What a run takes down, in pieces. */
function taken(...pieces: string[]): ClaimFile {
  const claimFile = new ClaimFile(pending, token);
  for (const piece of pieces) claimFile.write(Buffer.from(piece));
  return claimFile;
}

const files = () => readdirSync(directory).sort();
const only = () => join(directory, files()[0] ?? '');

test('what is taken down is found, with the end of a character in another piece', () => {
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

test('a second end closes no file of others', () => {
  const claimFile = taken(answer);
  claimFile.close();
  const handle = openSync(only(), 'r');
  claimFile.close();
  expect(fstatSync(handle).size).toBe(answer.length);
  closeSync(handle);
});

/** The numbers by which this process has the answer open. */
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

onLinux('after a piece that cannot be written, no other is', () => {
  const claimFile = taken('{"half');
  const [handle = -1] = open();
  closeSync(handle);
  claimFile.write(Buffer.from('lost'));
  // Another file gets the number, as the answer would again on a disk that has space again.
  const others = [openSync(join(directory, 'other'), 'w')];
  while (!others.includes(handle)) others.push(openSync(join(directory, 'other'), 'w'));
  claimFile.write(Buffer.from('behind a gap'));
  claimFile.close();
  expect(readFileSync(join(directory, 'other'), 'utf8')).toBe('');
  for (const other of others) closeSync(other);
});

onLinux('no file stays open', () => {
  const claimFile = taken(answer);
  expect(open()).toHaveLength(1);
  claimFile.recover();
  readClaimFiles(pending, token);
  claimFile.close();
  expect(open()).toEqual([]);
});

test('a key that is cut off behind the first MiB is not completed by what was read before', () => {
  const claimFile = taken('"'.repeat(1024 * 1024), answer.slice(0, answer.indexOf('ak_1') + 3));
  expect(claimFile.recover()).toBeUndefined();
  claimFile.close();
});

test('its name tells nothing of the token, and is another for another', () => {
  taken(answer).close();
  expect(files().join()).toMatch(/^default\.json\.[\da-f]{16}\.answer$/);
  expect(readClaimFiles(pending, 'another-token')).toEqual({
    credentials: undefined,
    started: false,
  });
  expect(readClaimFiles(join(directory, 'other.json'), token)).toMatchObject({ started: false });
});

test('a second run takes the same answer down beside it', () => {
  const [first, second] = [taken('{"half'), taken(answer)];
  expect(files()).toHaveLength(2);
  expect([first.recover(), second.recover()]).toEqual([undefined, keys]);
  for (const claimFile of [first, second]) claimFile.close();
  expect(readClaimFiles(pending, token)).toEqual({ credentials: keys, started: true });
});

test('where nothing can be written, nothing is taken down, and nothing fails', () => {
  const claimFile = new ClaimFile(join(directory, 'missing/default.json'), token);
  claimFile.write(Buffer.from(answer));
  expect([claimFile.started, claimFile.recover()]).toEqual([true, undefined]);
  claimFile.close();
  expect(readClaimFiles(join(directory, 'missing/default.json'), token)).toEqual({
    credentials: undefined,
    started: false,
  });
});

test('after the end, and after a failure, nothing more is taken down', () => {
  const claimFile = taken('{"half');
  claimFile.close();
  claimFile.write(Buffer.from(answer));
  expect(readFileSync(only(), 'utf8')).toBe('{"half');
});

describe('what is left of an answer that cannot be read', () => {
  test.each([
    ['nothing arrived', '', false],
    ['something did', '{"half', true],
  ])('%s', (_, text, started) => {
    taken(text).close();
    expect(readClaimFiles(pending, token)).toEqual({ credentials: undefined, started });
  });

  test('is renamed once, where keys are still looked for', () => {
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

  test('is named where it is, when it cannot be moved', () => {
    taken('{"half').close();
    const path = only();
    mkdirSync(join(`${path}.${now}.old`, 'in the way'), { recursive: true });
    expect(backUpClaimFile(pending, token, now)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('{"half');
  });

  test('goes with the sign-up, what was renamed does not', () => {
    taken('{"half').close();
    backUpClaimFile(pending, token, now);
    taken(answer).close();
    expect(files()).toHaveLength(2);
    removeClaimFiles(pending, token);
    expect(files()).toEqual([expect.stringMatching(/\.old$/)]);
    removeClaimFiles(join(directory, 'missing/default.json'), token);
  });
});

describe('not believed', () => {
  const path = () => {
    taken('').close();
    const made = only();
    rmSync(made);
    return made;
  };

  test('a link, wherever it leads', () => {
    const place = path();
    writeFileSync(join(directory, 'elsewhere'), answer);
    symlinkSync('elsewhere', place);
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  test('a directory', () => {
    mkdirSync(path());
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  test.skipIf(process.getuid?.() !== 0)('a file of another user', async () => {
    const { chownSync } = await import('node:fs');
    const place = path();
    writeFileSync(place, answer);
    chownSync(place, 1234, 1234);
    expect(readClaimFiles(pending, token).credentials).toBeUndefined();
  });

  systemTest('what comes after 64 MiB', () => {
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
  'a directory that cannot be read is the error of the file system',
  () => {
    chmodSync(directory, 0o300);
    expect(() => readClaimFiles(pending, token)).toThrow('EACCES');
    chmodSync(directory, 0o700);
  },
);

test('a directory that is none leaves nothing to read', () => {
  writeFileSync(join(directory, 'file'), '');
  expect(readClaimFiles(join(directory, 'file/default.json'), token).started).toBe(false);
  expect(() => readClaimFiles(join(directory, 'x'.repeat(300), 'default.json'), token)).toThrow(
    'ENAMETOOLONG',
  );
});
