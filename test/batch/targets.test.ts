// The output of a batch, and how billed answers survive a full disk or a reader that closes its end.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Journal } from '../../src/batch/journal';
import { rowText } from '../../src/batch/output';
import { takeRescued } from '../../src/batch/rescue';
import { ResumeState } from '../../src/batch/resume-state';
import type { AnsweredRow, BatchTarget, RowAnswer } from '../../src/batch/row';
import { FileTarget, hasJournal, journalOf, StreamTarget } from '../../src/batch/targets';
import { ResumableFile } from '../../src/lib/resumable-file';
import { ReaderGone, StreamSink } from '../../src/lib/sink';

/** A disk that can run out of space in the middle of a write, or fail to sync. */
const disk = vi.hoisted(() => ({
  room: Number.POSITIVE_INFINITY,
  /** The prefix of paths on another disk, which has space. */
  other: '-',
  /** Open files on the other disk. */
  otherHandles: new Set<number>(),
  /** Whether other programs use the space that is freed. */
  takesFreed: false,
  syncs: true,
  /** Called after a sync, which takes a while. */
  synced: () => {},
  /** Where renaming a file fails: before or after the rename. */
  renames: 'well',
  /** Whether files can be removed. */
  removes: true,
  /** Whether the disk keeps file modes. */
  keepsModes: true,
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    openSync(path: string, ...rest: [string | number, number?]): number {
      const handle = fs.openSync(path, ...rest);
      // The system reuses the numbers of closed files.
      disk.otherHandles.delete(handle);
      if (path.startsWith(disk.other)) disk.otherHandles.add(handle);
      return handle;
    },
    writeSync(handle: number, bytes: Buffer, at = 0, length = bytes.length - at): number {
      if (disk.otherHandles.has(handle)) return fs.writeSync(handle, bytes, at, length);
      const taken = Math.min(disk.room, length);
      if (taken === 0) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
      disk.room -= taken;
      return fs.writeSync(handle, bytes, at, taken);
    },
    ftruncateSync(handle: number, length: number): void {
      if (!disk.takesFreed) disk.room += fs.fstatSync(handle).size - length;
      fs.ftruncateSync(handle, length);
    },
    fdatasync(handle: number, done: (error: Error | null) => void): void {
      if (disk.syncs) {
        fs.fdatasync(handle, (error) => {
          setTimeout(() => {
            disk.synced();
            done(error);
          }, 20);
        });
      } else done(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    },
    fstatSync(handle: number) {
      const found = fs.fstatSync(handle);
      if (!disk.keepsModes) found.mode |= 0o777;
      return found;
    },
    rmSync(path: string, options?: object): void {
      if (!disk.removes) throw Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' });
      fs.rmSync(path, options);
    },
    renameSync(from: string, to: string): void {
      if (disk.renames !== 'before') fs.renameSync(from, to);
      if (disk.renames !== 'well') throw new Error('EIO: i/o error');
    },
  };
});

let directory: string;
/** The directory for answers that cannot be written next to the output. */
let data: string;
let partial: ResumableFile;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-target-'));
  data = mkdtempSync(join(tmpdir(), 'waypost-data-'));
  partial = new ResumableFile(join(directory, 'out.csv'));
});
afterEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
  disk.other = '-';
  disk.takesFreed = false;
  disk.syncs = true;
  disk.renames = 'well';
  disk.keepsModes = true;
  disk.removes = true;
  disk.synced = () => {};
  rmSync(directory, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});

const head = { identity: { service: 'x' }, header: ['id'] };

const textOptions: Parameters<typeof rowText>[1] = {
  header: ['id'],
  delimiter: ',',
  hasByteOrderMark: false,
  lineEnding: '\n',
  fields: ['n'],
  json: JSON.stringify,
};

const text = () => rowText('csv', textOptions);
const resultOutcome = (result: unknown) => (Object(result).n > 2 ? 'large' : 'small');
const answer = (n: number): RowAnswer => ({ result: { n }, cost: 1 });
const refusal: RowAnswer = { error: { code: 'invalid_input', message: 'is empty' }, cost: 0 };

const row = (number: number, given: RowAnswer = answer(number)): AnsweredRow => ({
  number,
  input: [`r${number}`],
  answer: given,
});

const csv = (...rows: string[]) => ['id,error.code,error.message,result.n', ...rows, ''].join('\n');

const rescuePath = () => join(data, 'answers');
const plan = () => ({ partial, text: text(), resultOutcome, head, rescuePath: rescuePath() });
const begin = () => new FileTarget(plan());

async function resume(): Promise<{ earlier: ResumeState; target: FileTarget }> {
  const earlier = await ResumeState.from(journalOf(partial), resultOutcome);
  return {
    earlier,
    target: new FileTarget({ ...plan(), resumed: earlier }),
  };
}

const read = (path: string) => readFileSync(path, 'utf8');

describe('the file output', () => {
  test('contains the rows in order, and is the only file in the directory after the batch ends', async () => {
    const target = begin();
    for (const number of [2, 1, 3]) {
      target.sent(number);
      await target.answered(row(number));
    }
    await target.answered(row(4, refusal));
    expect(existsSync(partial.target)).toBe(false);
    await target.end(true);
    expect(read(partial.target)).toBe(
      csv('r1,,,1', 'r2,,,2', 'r3,,,3', 'r4,invalid_input,is empty,'),
    );
    expect(target.bytes).toBe(read(partial.target).length);
    expect(target.counts).toEqual({
      succeeded: 3,
      failed: 1,
      lookups: 3,
      inDoubt: 0,
      outcomes: { small: 2, large: 1, invalid: 1 },
    });
    expect(readdirSync(directory)).toEqual(['out.csv']);
  });

  test('of an unfinished batch is saved next to the target file, and the next run resumes the batch', async () => {
    const first = begin();
    first.sent(1);
    first.lost(1);
    for (const number of [2, 4]) await first.answered(row(number));
    await first.end(false);
    expect(first.counts).toMatchObject({ succeeded: 2, failed: 0, lookups: 2, inDoubt: 1 });
    expect(read(partial.data)).toBe(csv('r2,,,2', 'r4,,,4'));
    expect(hasJournal(partial)).toBe(true);
    expect(existsSync(partial.target)).toBe(false);
    const { earlier, target } = await resume();
    expect(earlier.counts).toEqual(first.counts);
    for (const number of [1, 3]) await target.answered(row(number));
    await target.end(true);
    expect(target.counts).toMatchObject({ succeeded: 4, failed: 0, lookups: 4, inDoubt: 1 });
    expect(target.counts.outcomes, 'of both runs').toEqual({ small: 2, large: 2 });
    expect(read(partial.target)).toBe(csv('r1,,,1', 'r2,,,2', 'r3,,,3', 'r4,,,4'));
    expect(readdirSync(directory)).toEqual(['out.csv']);
  });

  test.each([
    ['the target does not exist yet', 'before'],
    ['the target already exists', 'behind'],
  ])(
    'is completed by the next run without new requests if renaming the file fails and %s',
    async (_, side) => {
      const target = begin();
      await target.answered(row(1));
      disk.renames = side;
      await expect(target.end(true)).rejects.toMatchObject({ code: 'write_failed' });
      disk.renames = 'well';
      expect(existsSync(partial.target)).toBe(side === 'behind');
      const { earlier, target: again } = await resume();
      expect(earlier.isComplete).toBe(true);
      expect(earlier.has(row(1))).toBe(true);
      await again.end(true);
      expect(read(partial.target)).toBe(csv('r1,,,1'));
      expect(readdirSync(directory)).toEqual(['out.csv']);
    },
  );

  test('is rejected before the first request if a later run could not resume the output', () => {
    disk.keepsModes = false;
    const unsafe = expect.objectContaining({ code: 'write_failed', reason: 'state_unsafe' });
    expect(begin).toThrow(unsafe);
    expect(readdirSync(directory)).toEqual([]);
    expect(() => partial.save({ rows: 7 })).toThrow(unsafe);
  });

  test("contains this run's results even if the journal was changed", async () => {
    const target = begin();
    await target.answered(row(1));
    rmSync(journalOf(partial));
    writeFileSync(journalOf(partial), 'forged');
    await target.end(true);
    expect(read(partial.target)).toBe(csv('r1,,,1'));
  });

  test('is rejected before the first request if old unfinished output cannot be removed', () => {
    writeFileSync(partial.data, 'of another user, in a directory like /tmp');
    disk.removes = false;
    expect(begin).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        message: `waypost cannot write to ${partial.data}: EPERM: not permitted.`,
      }),
    );
    expect(hasJournal(partial)).toBe(false);
  });

  test('is closed only after its results are synced to disk', async () => {
    const target = begin();
    let isSynced = false;
    disk.synced = () => {
      isSynced = true;
    };
    await target.answered(row(1));
    await target.end(false);
    expect(isSynced).toBe(true);
  });
});

describe('the file output on a full disk', () => {
  /** Writes two rows; of the third and fourth only `room` bytes. */
  async function fill(room: number): Promise<FileTarget> {
    const target = begin();
    for (const number of [1, 2, 3, 4]) target.sent(number);
    for (const number of [1, 2]) await target.answered(row(number));
    // Other programs use the reserved space.
    disk.takesFreed = true;
    disk.room = room;
    for (const number of [3, 4]) {
      await expect(target.answered(row(number))).rejects.toMatchObject({ code: 'write_failed' });
      disk.room = 0;
    }
    expect(target.counts.inDoubt).toBe(0);
    expect(() => target.sent(5)).toThrow(expect.objectContaining({ code: 'write_failed' }));
    return target;
  }

  test.each([0, 1, 10])(
    'saves every result if there is space again before the end (free bytes at first: %d)',
    async (room) => {
      const target = await fill(room);
      disk.room = Number.POSITIVE_INFINITY;
      await target.end(false);
      expect(target.counts).toMatchObject({ succeeded: 4, failed: 0, lookups: 4, inDoubt: 0 });
      expect(read(partial.data)).toBe(csv('r1,,,1', 'r2,,,2', 'r3,,,3', 'r4,,,4'));
      expect((await resume()).earlier.counts).toEqual(target.counts);
    },
  );

  test.each([0, 1, 10])(
    'counts a request as in doubt, also after a resume, if its result cannot be saved (free bytes: %d)',
    async (room) => {
      const target = await fill(room);
      await target.end(false);
      expect(target.counts).toMatchObject({ succeeded: 2, failed: 0, lookups: 2, inDoubt: 2 });
      expect(target.unsaved).toBe(2);
      disk.room = Number.POSITIVE_INFINITY;
      const { earlier } = await resume();
      expect(earlier.counts).toEqual(target.counts);
      expect([1, 2, 3, 4].map((number) => earlier.has(row(number)))).toEqual([
        true,
        true,
        false,
        false,
      ]);
    },
  );

  test('saves the results of pending requests in reserved space', async () => {
    const target = begin();
    for (const number of [1, 2, 3, 4]) target.sent(number);
    disk.room = 0;
    for (const number of [3, 1, 4, 2]) await target.answered(row(number));
    disk.room = 0;
    await target.end(false);
    expect(target.counts).toMatchObject({ lookups: 4, inDoubt: 0 });
    disk.room = Number.POSITIVE_INFINITY;
    expect((await resume()).earlier.counts).toEqual(target.counts);
  });

  test('does not allow a request if there is no space for its result', async () => {
    const target = begin();
    disk.room = 1000;
    expect(() => target.sent(1)).toThrow(
      expect.objectContaining({ code: 'write_failed', reason: 'output_disk_full' }),
    );
  });

  test('keeps the reserved space for pending requests if the error of an invalid row cannot be saved', async () => {
    const target = begin();
    target.sent(1);
    disk.room = 0;
    await expect(target.answered(row(2, refusal))).rejects.toThrow('ENOSPC');
    await target.answered(row(1));
    expect(target.counts).toMatchObject({ lookups: 1, inDoubt: 0 });
  });

  test('saves results in a second directory, where the next run finds them', async () => {
    disk.other = data;
    const target = await fill(0);
    const { counts } = target;
    await target.end(false);
    expect(counts).toMatchObject({ succeeded: 4, lookups: 4, inDoubt: 0 });
    expect(target.rescued).toEqual({ answers: 2, path: rescuePath() });
    expect(target.unsaved).toBe(0);
    expect(statSync(rescuePath()).mode & 0o777).toBe(0o600);

    const taken = () => takeRescued(partial.target, journalOf(partial), rescuePath());
    await expect(taken()).rejects.toMatchObject({ reason: 'output_disk_full' });
    disk.room = Number.POSITIVE_INFINITY;
    await taken();
    expect(existsSync(rescuePath())).toBe(false);
    const { earlier, target: again } = await resume();
    expect(earlier.counts).toEqual(counts);
    await again.end(true);
    expect(read(partial.target)).toBe(csv('r1,,,1', 'r2,,,2', 'r3,,,3', 'r4,,,4'));
  });

  test("saves results in the output's directory again when the disk has space", async () => {
    disk.other = data;
    const target = await fill(0);
    disk.room = Number.POSITIVE_INFINITY;
    await target.end(false);
    expect(target.counts).toMatchObject({ succeeded: 4, lookups: 4, inDoubt: 0 });
    expect([target.rescued, readdirSync(data)]).toEqual([undefined, []]);
    expect((await resume()).earlier.counts).toEqual(target.counts);
  });

  test('does not use the results that a different batch saved in the second directory', async () => {
    disk.other = data;
    await (await fill(0)).end(false);
    disk.room = Number.POSITIVE_INFINITY;
    const other = { identity: { service: 'y' }, header: ['id'] };
    Journal.create(journalOf(partial), other).close();
    await takeRescued(partial.target, journalOf(partial), rescuePath());
    expect((await ResumeState.from(journalOf(partial), resultOutcome)).answered).toBe(0);
    expect(existsSync(rescuePath())).toBe(true);
  });

  test('does not count a free request as in doubt', async () => {
    const target = begin();
    disk.room = 0;
    await expect(target.answered(row(1, refusal))).rejects.toThrow('ENOSPC');
    await target.end(false);
    expect(target.counts.inDoubt).toBe(0);
  });
});

test('a batch does not send more requests after a failed sync', async () => {
  const target = begin();
  disk.syncs = false;
  await target.answered(row(1));
  expect(() => target.sent(2)).toThrow(expect.objectContaining({ code: 'write_failed' }));
  await expect(target.end(true)).rejects.toMatchObject({ code: 'write_failed' });
  expect(existsSync(partial.target)).toBe(false);
  expect(hasJournal(partial)).toBe(true);
});

describe('the stream output', () => {
  /** A reader that closes its end after `most` writes. */
  function reader(most = Number.POSITIVE_INFINITY, form = text()) {
    const heard: string[] = [];
    const sink = new StreamSink({
      write(bytes, done) {
        if (heard.length >= most) done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
        else {
          heard.push(Buffer.from(bytes).toString('utf8'));
          done();
        }
      },
    });
    const target: BatchTarget = new StreamTarget(sink, form, resultOutcome, false);
    return { heard, target };
  }

  test('writes each row as soon as all earlier rows are written', async () => {
    const { heard, target } = reader();
    await target.begin();
    await target.answered(row(1));
    expect(heard.join('')).toBe(csv('r1,,,1'));
    await target.answered(row(3));
    expect(heard.join('')).toBe(csv('r1,,,1'));
    await target.answered(row(2));
    expect(heard.join('')).toBe(csv('r1,,,1', 'r2,,,2', 'r3,,,3'));
    target.lost(4);
    await target.end(true);
    expect(target.counts).toMatchObject({ succeeded: 3, failed: 0, lookups: 3, inDoubt: 1 });
  });

  test('contains the header before the first result arrives', async () => {
    const { heard, target } = reader();
    await target.begin();
    expect(heard.join('')).toBe(csv());
    await expect(reader(0).target.begin()).rejects.toBeInstanceOf(ReaderGone);
  });

  test('allows as many pending requests as it has written rows, but at least one', async () => {
    const { target } = reader();
    await target.begin();
    expect(target.mostUnderway).toBe(1);
    await target.answered(row(1));
    await target.answered(row(3));
    expect(target.mostUnderway).toBe(1);
    await target.answered(row(2));
    expect(target.mostUnderway).toBe(3);
  });

  test('contains every billed result even if the batch stops early', async () => {
    const { heard, target } = reader();
    await target.begin();
    for (const number of [1, 4, 3]) await target.answered(row(number));
    await target.end(false);
    expect(heard.join('')).toBe(csv('r1,,,1', 'r3,,,3', 'r4,,,4'));
  });

  test('is valid JSON even if the batch stops early', async () => {
    const json = rowText('json', textOptions);
    const { heard, target } = reader(9, json);
    await target.begin();
    await target.answered(row(1));
    await target.end(false);
    expect(JSON.parse(heard.join(''))).toMatchObject([{ row: 1 }]);
  });

  test('counts billed results even if the reader closes the stream', async () => {
    const { target } = reader(1);
    await target.answered(row(1));
    await expect(target.answered(row(2))).rejects.toBeInstanceOf(ReaderGone);
    await expect(target.end(false)).rejects.toBeInstanceOf(ReaderGone);
    expect(target.counts.lookups).toBe(2);
  });
});
