// An export to a file from the lock to the last step, without a terminal and without a service.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ExportRun } from '../../src/export/export-run';
import type { DownloadWindow } from '../../src/export/windows';
import { logBetween, nameRow } from '../support/log';

type ExportRequest = Parameters<typeof ExportRun.open>[0];

const day = 86_400_000;
const step = 12 * 3_600_000;
/** A range of two windows. */
const range = { start: 0, end: 100 * day - 1, explicit: true };
const whole = nameRow + logBetween(range.start, range.end, step);

let directory: string;
let warnings: string[];
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'waypost-run-')));
  warnings = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function requestOf(changed: Partial<ExportRequest> = {}): ExportRequest {
  return {
    target: join(directory, 'log.csv'),
    log: {
      service: { baseUrl: new URL('http://127.0.0.1:1/v1/') },
      key: 'ak_run',
      managementKey: 'uk_run',
      licensee: undefined,
    },
    shape: {
      format: 'csv',
      header: true,
      safeCells: false,
      byDay: false,
      fields: undefined,
    },
    range,
    typedRange: {},
    resume: false,
    force: false,
    ...changed,
  };
}

async function opened(changed: Partial<ExportRequest> = {}): Promise<ExportRun> {
  const run = await ExportRun.open(requestOf(changed), async (text) => {
    warnings.push(text);
  });
  if (run === undefined) throw new Error('The export is complete.');
  return run;
}

const download: DownloadWindow = async (window, start, consumer) => {
  await consumer.begin();
  await consumer.chunk(Buffer.from(logBetween(start ?? window.start, window.end, step)));
};

/** Downloads the first `count` windows, and then fails. */
function downloadOf(count: number): DownloadWindow {
  let left = count;
  return (...window) => {
    left -= 1;
    if (left < 0) throw new Error('the connection broke');
    return download(...window);
  };
}

const filesLeft = () => readdirSync(directory).sort();
const target = () => readFileSync(join(directory, 'log.csv'), 'utf8');

describe('an export run', () => {
  test('writes the target only when it is finished, and leaves no other files', async () => {
    const run = await opened();
    await run.run(download);
    expect(filesLeft()).not.toContain('log.csv');
    await run.finish();
    expect(filesLeft()).toEqual(['log.csv']);
    expect(target() === whole).toBe(true);
    expect(run).toMatchObject({ rows: 200, bytes: Buffer.byteLength(whole), windows: 2 });
    expect(run.range).toMatchObject(range);
    expect(warnings).toEqual([]);
  });

  test('keeps its complete windows when it is abandoned, and can be resumed', async () => {
    const stopped = await opened();
    await expect(stopped.run(downloadOf(1))).rejects.toThrow('the connection broke');
    expect(await stopped.abandon()).toEqual({
      isResumable: true,
      rows: 180,
      windowsDone: 1,
      windows: 2,
    });
    expect(existsSync(join(directory, 'log.csv'))).toBe(false);
    const run = await opened({ resume: true, range: { ...range, end: 5 * day } });
    expect(run.isResumable).toBe(true);
    expect(run.range).toMatchObject(range);
    await run.run(downloadOf(1));
    await run.finish();
    expect(filesLeft()).toEqual(['log.csv']);
    expect(target() === whole).toBe(true);
  });

  test('removes its files when it is abandoned before a window is complete', async () => {
    const run = await opened();
    await expect(run.run(downloadOf(0))).rejects.toThrow('the connection broke');
    expect(await run.abandon()).toEqual({
      isResumable: false,
      rows: 0,
      windowsDone: 0,
      windows: 2,
    });
    expect(filesLeft()).toEqual([]);
  });

  test('does not start to resume a complete export', async () => {
    writeFileSync(join(directory, 'log.csv'), 'x');
    expect(await ExportRun.open(requestOf({ resume: true }), async () => {})).toBeUndefined();
    expect(filesLeft()).toEqual(['log.csv']);
  });

  test('unlocks a target that it refuses to resume with other options', async () => {
    const stopped = await opened();
    await expect(stopped.run(downloadOf(1))).rejects.toThrow();
    await stopped.abandon();
    const { shape } = requestOf();
    await expect(
      opened({ resume: true, shape: { ...shape, header: false }, typedRange: { '--last': '1d' } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/ was started with another --header and --last\.$/),
    });
    const run = await opened({ resume: true });
    await run.abandon();
  });

  test('refuses a target that another run has locked', async () => {
    const run = await opened();
    await expect(opened()).rejects.toMatchObject({ code: 'write_failed' });
    await run.abandon();
  });

  test('warns of a log that is not in order of time', async () => {
    const run = await opened({ range: { ...range, end: 5 * day } });
    await run.run(async (window, _start, consumer) => {
      await consumer.begin();
      const rows = logBetween(window.start, window.end, step).match(
        /^\d{4}-(?:.|\n(?!\d{4}-))*\n/gm,
      );
      await consumer.chunk(Buffer.from((rows ?? []).reverse().join('')));
    });
    await run.abandon();
    expect(warnings).toEqual([
      'The log is not sorted by time. An unfinished export keeps only complete windows.',
    ]);
  });
});
