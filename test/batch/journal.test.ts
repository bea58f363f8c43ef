// What earlier runs left and what the next run does with it: it loses no answer, repeats no answered request, and counts
// every request that might have been billed.
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Journal } from '../../src/batch/journal';
import {
  type JournalHead,
  type JournalLine,
  journalLine,
  readJournal,
} from '../../src/batch/journal-lines';
import { ResumeState } from '../../src/batch/resume-state';
import type { AnsweredRow, RowAnswer, RowInput } from '../../src/batch/row';
import { toldOf } from '../support/advised';
import { sample, systemTest } from '../support/runs';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-journal-'));
  path = join(directory, 'journal');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const head: JournalHead = {
  identity: { service: 'http://127.0.0.1/v1', column: ['email'] },
  header: ['email'],
};

const found: RowAnswer = { result: { a: 'ü\n"', b: null }, cost: 1 };
const free: RowAnswer = { result: [], cost: 0 };
const refusal: RowAnswer = { error: { code: 'api_error', message: 'no', api_code: 4040 }, cost: 0 };

const keptOf = (number: number): RowInput => [`row ${number}`];

const row = (number: number, answer: RowAnswer = found, kept = keptOf(number)): AnsweredRow => ({
  number,
  input: kept,
  answer,
});

/** One run: creates or resumes the journal, does its work, and closes the journal. */
async function write(work: (journal: Journal) => void, goesOn = false): Promise<void> {
  const journal = goesOn
    ? Journal.resume(path, (await earlier()).answers)
    : Journal.create(path, head);
  work(journal);
  await journal.sync();
  journal.close();
}

/** The journal line of a row, whatever its position. */
const answeredLine = (row: AnsweredRow): JournalLine => ({
  kind: 'answered',
  row: { ...row, digest: undefined },
  at: 0,
});

async function linesOf(): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for await (const line of readJournal(path)) {
    lines.push(line.kind === 'answered' ? answeredLine(line.row) : line);
  }
  return lines;
}

/** The state that the next run reads. */
async function earlier(): Promise<ResumeState> {
  return ResumeState.from(path, () => 'found');
}

describe('the journal', () => {
  test('returns the entries that were written', async () => {
    await write((journal) => {
      journal.sent(1);
      journal.answered(row(1));
      journal.sent(2);
      journal.lost(2);
      journal.sent(3);
      journal.refused(3);
      journal.answered(row(4, refusal, 'a line of {"NDJSON"}'));
    });
    await write((journal) => journal.complete(), true);
    expect(await linesOf()).toEqual([
      { kind: 'head', head },
      { kind: 'sent', number: 1 },
      answeredLine(row(1)),
      { kind: 'sent', number: 2 },
      { kind: 'lost', number: 2 },
      { kind: 'sent', number: 3 },
      { kind: 'refused', number: 3 },
      answeredLine(row(4, refusal, 'a line of {"NDJSON"}')),
      { kind: 'run' },
      { kind: 'complete' },
    ]);
  });

  test('is readable only by its owner', async () => {
    await write(() => {});
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });

  test('writes each result to its file immediately', () => {
    const journal = Journal.create(path, head);
    journal.answered(row(1));
    expect(readFileSync(path, 'utf8')).toContain('row 1');
    journal.close();
  });

  test('contains only its first line after the batch starts from the beginning again', async () => {
    await write((journal) => journal.answered(row(1)));
    await write(() => {});
    expect(await linesOf()).toEqual([{ kind: 'head', head }]);
  });

  test('fails with write_failed if its directory does not exist', () => {
    expect(() => Journal.create(join(directory, 'no/journal'), head)).toThrow(
      expect.objectContaining({ code: 'write_failed' }),
    );
  });

  test('returns the result of an earlier identical request, both in this run and in the next run', async () => {
    const digest = Buffer.alloc(12, 7).toString('base64');
    const asked = { ...row(1), digest };
    await write((journal) => {
      expect(journal.answerTo(digest)).toBeUndefined();
      journal.answered(asked);
      expect(journal.answerTo(digest)).toEqual(found);
    });
    await write((journal) => expect(journal.answerTo(digest)).toEqual(found), true);
  });
});

describe('a journal that ends at any byte after SIGKILL', () => {
  test('keeps exactly its complete lines, and accepts new lines', async () => {
    await write((journal) => {
      journal.sent(1);
      journal.answered(row(1));
      journal.sent(2);
      journal.answered(row(2, refusal));
    });
    const whole = readFileSync(path);
    const lines = await linesOf();
    for (const length of sample(Array.from({ length: whole.length + 1 }, (_, n) => n))) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const ends = whole.subarray(0, length).filter((byte) => byte === 0x0a).length;
      // Only the line feed is missing.
      const isWhole = whole[length] === 0x0a;
      const left = lines.slice(0, ends + (isWhole ? 1 : 0));
      expect(await linesOf(), `${length} bytes`).toEqual(left);
      if (left.length === 0) continue;
      await write((journal) => journal.answered(row(3, free)), true);
      expect(await linesOf(), `${length} bytes and a run`).toEqual([
        ...left,
        { kind: 'run' },
        answeredLine(row(3, free)),
      ]);
    }
  });
});

describe('an invalid journal', () => {
  test.each<[what: string, text: string]>([
    ['is from another version', '{"waypost":"batch","version":1,"identity":{}}\n{"n":1}\n'],
    ['is from another command', '{"waypost":"export","version":1}\n'],
    ['has no first line', '{"n":1,"k":["a"],"result":{},"cost":1}\n'],
    ['has a damaged first line', '{"waypost":"batch","version":2,"identity":null}\n'],
  ])('is rejected if it %s, because it might contain billed results', async (_, text) => {
    writeFileSync(path, text);
    expect(await toldOf(earlier)).toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('--force'),
    });
  });

  test.each<[what: string, line: object]>([
    ['an invalid digest', { n: 1, k: ['a'], q: 'acme', result: {}, cost: 1 }],
    ['a row number 0', { n: 0, k: ['a'], result: {}, cost: 1 }],
    ['a row number that is not an integer', { s: 1.5 }],
    ['a negative cost', { n: 1, k: ['a'], result: {}, cost: -1 }],
    ['an error without a code', { n: 1, k: ['a'], error: { message: 'no' }, cost: 0 }],
  ])('with %s is rejected even if its checksum is correct', async (_, line) => {
    await write(() => {});
    appendFileSync(path, journalLine(line));
    expect(await toldOf(earlier)).toMatchObject({ code: 'invalid_input' });
  });

  test('is read as empty if it does not contain a complete line', async () => {
    for (const text of ['', '{"waypost":"bat', '\0\0\0']) {
      writeFileSync(path, text);
      expect((await earlier()).isEmpty).toBe(true);
    }
  });

  test('is rejected, but not overwritten, if a number in it was changed', async () => {
    await write((journal) => journal.answered(row(1)));
    const changed = readFileSync(path, 'utf8').replace('"cost":1', '"cost":0');
    writeFileSync(path, changed);
    await expect(earlier()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^Line 2 of the results in .* was changed/),
    });
    expect(readFileSync(path, 'utf8')).toBe(changed);
  });

  systemTest('is rejected, but not overwritten, if any character in it was changed', async () => {
    await write((journal) => {
      journal.sent(1);
      journal.answered(row(1));
      journal.answered(row(2, free));
    });
    const whole = readFileSync(path);
    // Without its last line feed, the file looks like one that a kill truncated.
    for (let at = 0; at < whole.length - 1; at += 1) {
      const changed = Buffer.from(whole);
      changed[at] = whole[at] === 0x31 ? 0x32 : 0x31;
      writeFileSync(path, changed);
      await expect(earlier(), `byte ${at}`).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(path),
      });
      expect(readFileSync(path)).toEqual(changed);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'is rejected if other users can write to it or if it is a symbolic link',
    async () => {
      await write((journal) => journal.answered(row(1)));
      chmodSync(path, 0o622);
      await expect(earlier()).rejects.toMatchObject({
        message: expect.stringMatching(/other users can write to it/),
      });
      chmodSync(path, 0o600);
      renameSync(path, `${path}-elsewhere`);
      symlinkSync(`${path}-elsewhere`, path);
      await expect(earlier()).rejects.toMatchObject({ code: 'invalid_input' });
      // A new batch replaces the link and keeps its target.
      const before = readFileSync(`${path}-elsewhere`, 'utf8');
      await write(() => {});
      expect(readFileSync(`${path}-elsewhere`, 'utf8')).toBe(before);
    },
  );
});

describe('the summary of earlier runs', () => {
  test('counts each result only once, with its cost', async () => {
    await write((journal) => {
      for (const one of [row(1), row(2, refusal), row(4), row(4), row(1)]) journal.answered(one);
    });
    await write((journal) => journal.answered(row(3, free)), true);
    const { counts, answered, head: was, isComplete, isEmpty } = await earlier();
    expect(counts).toEqual({
      succeeded: 3,
      failed: 1,
      lookups: 2,
      inDoubt: 0,
      outcomes: { found: 3, rejected: 1 },
    });
    expect({ answered, was, isComplete, isEmpty }).toEqual({
      answered: 4,
      was: head,
      isComplete: false,
      isEmpty: false,
    });
  });

  /** Records steps such as `sent 1, lost 1`. */
  function play(journal: Journal, steps: string): void {
    for (const [, step, text] of steps.matchAll(/(\w+) (\d+)/g)) {
      const number = Number(text);
      if (step === 'sent') journal.sent(number);
      else if (step === 'lost') journal.lost(number);
      else if (step === 'refused') journal.refused(number);
      else journal.answered(row(number));
    }
  }

  test.each<[what: string, runs: string[], inDoubt: number]>([
    ['no request was sent', [''], 0],
    ['a request was sent and got a response', ['sent 1, answered 1'], 0],
    ['a request was pending when the run ended', ['sent 1, sent 2, answered 1'], 1],
    ['a response was lost', ['sent 1, lost 1'], 1],
    [
      'a response was lost, and a later request for the row got a response',
      ['sent 1, lost 1, sent 1, answered 1'],
      1,
    ],
    ['two responses were lost', ['sent 1, lost 1, sent 1, lost 1'], 2],
    ['a response was lost and the row was requested again', ['sent 1, lost 1, sent 1'], 2],
    ['the service rejected a request', ['sent 1, refused 1'], 0],
    [
      'the service rejected a request and the row was requested again',
      ['sent 1, refused 1, sent 1'],
      1,
    ],
    ['a request was pending at the end of each of three runs', ['sent 1', 'sent 1', 'sent 1'], 3],
    ['a request was pending at the end of the first run only', ['sent 1', 'sent 2, answered 2'], 1],
    [
      'a request was pending at the end of the first run, and a request of the next run got a response',
      ['sent 1', 'sent 1, answered 1'],
      1,
    ],
  ])('contains the number of requests in doubt if %s', async (_, runs, inDoubt) => {
    for (const [index, steps] of runs.entries()) {
      await write((journal) => play(journal, steps), index > 0);
    }
    const { counts, isEmpty } = await earlier();
    expect(counts.inDoubt).toBe(inDoubt);
    if (inDoubt > 0) expect(isEmpty).toBe(false);
  });

  test('reports that the batch is complete after complete() is called', async () => {
    await write((journal) => journal.complete());
    expect((await earlier()).isComplete).toBe(true);
  });
});

describe('the rows without a result', () => {
  /** Checks the rows in order, as a run does. Returns those without an answer. */
  async function unanswered(rows: RowInput[]): Promise<number[]> {
    const before = await earlier();
    const open = rows.flatMap((kept, index) =>
      before.has({ number: index + 1, input: kept }) ? [] : [index + 1],
    );
    before.checkEnd(rows.length);
    return open;
  }
  const input = (count: number): RowInput[] =>
    Array.from({ length: count }, (_, index) => keptOf(index + 1));

  test('are found regardless of the order of the results', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9]), async (answered) => {
        await write((journal) => {
          for (const number of answered) journal.answered(row(number));
        });
        const open = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].filter((one) => !answered.includes(one));
        expect(await unanswered(input(11))).toEqual(open);
      }),
      { numRuns: 60 },
    );
  });

  describe('of an input whose rows 1, 2, 3 and 6 have results', () => {
    beforeEach(() =>
      write((journal) => {
        for (const number of [1, 2, 3, 6]) journal.answered(row(number));
      }),
    );
    const changed = (at: number): RowInput[] => input(8).with(at - 1, ['changed']);

    test.each<[what: string, rows: RowInput[], message: string]>([
      ['a change in the first row', changed(1), 'One of the first 3 rows'],
      [
        'a change in the last of the first rows with results',
        changed(3),
        'One of the first 3 rows',
      ],
      ['a change in a later row with a result', changed(6), 'Row 6'],
      [
        'two rows in a different order',
        [keptOf(2), keptOf(1), keptOf(3)],
        'One of the first 3 rows',
      ],
      ['a missing first row', input(8).slice(1), 'One of the first 3 rows'],
      ['lines instead of cells', ['row 1', 'row 2', 'row 3'], 'One of the first 3 rows'],
      [
        'text in different cells than the earlier input',
        [['row 1', ''], keptOf(2), keptOf(3)],
        'One of the first 3 rows',
      ],
    ])('cannot be determined if the input of the next run has %s', async (_, rows, message) => {
      expect(await toldOf(() => unanswered(rows))).toMatchObject({
        code: 'invalid_input',
        message: `${message} has changed since the earlier run.`,
        hint: expect.stringContaining('--force'),
      });
    });

    test.each<[what: string, rows: RowInput[]]>([
      ['fewer rows than there are results', input(5)],
      ['only two of the first three rows', input(2)],
      ['no rows', []],
    ])(
      'cannot be determined if the input of the next run is shorter (it has %s)',
      async (_, rows) => {
        expect(await toldOf(() => unanswered(rows))).toMatchObject({
          code: 'invalid_input',
          message: 'The input has fewer rows than in the earlier run.',
          hint: expect.stringContaining('--force'),
        });
      },
    );

    test('are found if only rows without a result change, or if more rows follow', async () => {
      expect(await unanswered(changed(4))).toEqual([4, 5, 7, 8]);
      expect(await unanswered(input(12))).toEqual([4, 5, 7, 8, 9, 10, 11, 12]);
    });
  });
});
