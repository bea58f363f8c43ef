// Unfinished output next to its target: which run can write it, what can be resumed, and which targets are rejected.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkTarget, fingerprint, ResumableFile } from '../../src/lib/resumable-file';

let directory: string;
let target: string;
let file: ResumableFile;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-resumable-'));
  target = join(directory, 'log.csv');
});
const prepare = () => {
  file = new ResumableFile(target);
};
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const state = join('.log.csv.waypost-partial.json');
const files = () => readdirSync(directory).sort();

const refusal = (reason: string, message: string) =>
  expect.objectContaining({ code: 'invalid_input', reason, message });

const failure = (facts: object) => expect.objectContaining({ code: 'write_failed', ...facts });

describe('ResumableFile.lock()', () => {
  beforeEach(prepare);

  test('rejects a second run until the first run is done, and names the lock file in the error', () => {
    const other = new ResumableFile(target);
    file.lock();
    expect(() => other.lock()).toThrow(
      failure({
        reason: 'run_underway',
        message: `Another run is writing ${target}.`,
        about: { lock: `${file.data}.lock` },
      }),
    );
    file.unlock();
    other.lock();
    other.unlock();
    expect(files()).toEqual([]);
  });

  test('names the target in the error if no file can be created', () => {
    const missing = join(directory, 'missing/log.csv');
    expect(() => new ResumableFile(missing).lock()).toThrow(
      failure({
        reason: 'output_no_directory',
        message: expect.stringMatching(`^waypost cannot write to ${missing}: ENOENT`),
      }),
    );
  });

  test.each([
    ['old', 'before', false],
    ['new', 'after', true],
  ])('keeps the %s target if publish() was killed %s its last rename', (kept, _, isThere) => {
    const replaced = `${file.data}-replaced`;
    mkdirSync(join(replaced, 'old'), { recursive: true });
    if (isThere) mkdirSync(join(target, 'new'), { recursive: true });
    file.lock();
    file.unlock();
    expect([readdirSync(target), existsSync(replaced)]).toEqual([[kept], false]);
  });
});

describe('a ResumableFile', () => {
  beforeEach(prepare);

  test('does not load a saved state if there is no unfinished output', () => {
    file.discard();
    expect(file.load()).toBeUndefined();
    file.save({ rows: 7 });
    expect(file.load()).toBeUndefined();
  });

  test.each([
    ['a file', () => writeFileSync(file.data, 'rows')],
    ['a directory', () => mkdirSync(join(file.data, 'date=2026-01-31'), { recursive: true })],
  ])('loads the saved state if the unfinished output is %s', (_, make) => {
    make();
    file.save({ rows: 7 });
    expect(file.load()).toEqual({ rows: 7 });
    file.save({ rows: 8 });
    expect(file.load()).toEqual({ rows: 8 });
    file.discard();
    expect(files()).toEqual([]);
  });

  test('loads a saved state of more than 1 MiB', () => {
    const large = { rows: 'x'.repeat(2 ** 21) };
    writeFileSync(file.data, 'rows');
    file.save(large);
    expect(file.load()).toEqual(large);
  });

  test('rejects a saved state that was changed', () => {
    writeFileSync(file.data, 'rows');
    file.save({ rows: 7 });
    const text = readFileSync(join(directory, state), 'utf8');
    writeFileSync(join(directory, state), text.replace('7', '8'));
    expect(() => file.load()).toThrow(
      refusal(
        'state_unusable',
        `waypost cannot use the saved state in ${join(directory, state)}: it is damaged.`,
      ),
    );
  });

  test.each([
    ['a symbolic link', () => symlinkSync('elsewhere', file.data)],
    ['a pipe', () => execFileSync('mkfifo', [file.data])],
  ])('rejects unfinished output that is %s', (_, make) => {
    make();
    file.save({ rows: 7 });
    expect(() => file.load()).toThrow(
      refusal('state_unusable', `${file.data} does not contain the data of an unfinished run.`),
    );
  });

  test('names the state file in the error if the file cannot be written', () => {
    mkdirSync(join(directory, state));
    expect(() => file.save({ rows: 7 })).toThrow(
      failure({ message: expect.stringContaining(`${state}: E`) }),
    );
  });
});

describe('ResumableFile.publish()', () => {
  beforeEach(prepare);

  test('replaces a file with a file', () => {
    writeFileSync(target, 'old');
    writeFileSync(file.data, 'new');
    file.save({ rows: 7 });
    file.publish();
    expect(files()).toEqual(['log.csv']);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  test('replaces a directory that is not empty with a directory', () => {
    mkdirSync(join(target, 'date=old'), { recursive: true });
    mkdirSync(join(file.data, 'date=new'), { recursive: true });
    file.publish();
    expect([files(), readdirSync(target)]).toEqual([['log.csv'], ['date=new']]);
  });

  test('fails and names the target if there is no output', () => {
    expect(() => file.publish()).toThrow(
      failure({ message: expect.stringContaining(`waypost cannot write to ${target}: ENOENT`) }),
    );
  });
});

describe('checkTarget', () => {
  const make = {
    nothing: () => {},
    file: () => writeFileSync(target, ''),
    directory: () => mkdirSync(target),
    'export by day': () => mkdirSync(join(target, 'date=2026-01-31'), { recursive: true }),
    'other files': () => {
      mkdirSync(target);
      writeFileSync(join(target, 'notes.txt'), '');
    },
    pipe: () => execFileSync('mkfifo', [target]),
  };
  test.each<[what: keyof typeof make, force: boolean, byDay: boolean, reason: string | undefined]>([
    ['nothing', false, false, undefined],
    ['nothing', false, true, undefined],
    ['file', false, false, 'target_exists'],
    ['file', true, false, undefined],
    ['file', true, true, 'target_elsewhere'],
    ['directory', true, false, 'target_is_directory'],
    ['directory', false, true, 'target_exists'],
    ['directory', true, true, undefined],
    ['export by day', false, true, 'target_exists'],
    ['export by day', true, true, undefined],
    ['other files', true, true, 'target_elsewhere'],
    ['pipe', true, false, 'target_irregular'],
  ])(
    'with the target "%s" (force: %s, by day: %s) reports the error %s',
    (what, force, byDay, reason) => {
      make[what]();
      const check = () => checkTarget(target, force, byDay);
      if (reason === undefined) expect(check()).toBeUndefined();
      else expect(check).toThrow(refusal(reason, expect.stringContaining(target)));
    },
  );

  test('names the path in the error if the path cannot be examined', () => {
    writeFileSync(target, '');
    expect(() => checkTarget(join(directory, 'x'.repeat(300)), false, false)).toThrow(
      failure({ message: expect.stringContaining('ENAMETOOLONG') }),
    );
  });
});

test('fingerprint returns the same hexadecimal digest only for the same secret', () => {
  expect(fingerprint('ak_1')).toMatch(/^[\da-f]{32}$/);
  expect(fingerprint('ak_1')).toBe(fingerprint('ak_1'));
  expect(fingerprint('ak_2')).not.toBe(fingerprint('ak_1'));
});
