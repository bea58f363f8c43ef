// An export to a file from the lock to the last step, without a terminal and without a service.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
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

/** The content of a file, or of all files in a directory by name. */
function contentOf(path: string): string {
  if (statSync(path).isFile()) return readFileSync(path, 'latin1');
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'latin1')}`)
    .join('\n');
}

const filesLeft = () => readdirSync(directory).sort();
const target = () => readFileSync(join(directory, 'log.csv'), 'utf8');

describe('an export run', () => {
  test('writes the target file only when the export is finished, and leaves no other files', async () => {
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

  test('that is abandoned keeps its complete date ranges and can be resumed', async () => {
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

  describe('that is unfinished', () => {
    const data = '.log.csv.waypost-partial';
    const state = `${data}.json`;
    beforeEach(async () => {
      const stopped = await opened();
      await expect(stopped.run(downloadOf(1))).rejects.toThrow('the connection broke');
      await stopped.abandon();
    });

    test('starts from the beginning if its data was changed', async () => {
      const bytes = readFileSync(join(directory, data));
      bytes[1000] = (bytes[1000] ?? 0) ^ 1;
      writeFileSync(join(directory, data), bytes);
      const run = await opened({ resume: true });
      expect(run.isResumable).toBe(false);
      await run.run(download);
      await run.finish();
      expect(target() === whole).toBe(true);
    });

    test('is rejected and kept if its saved state was changed', async () => {
      const saved = readFileSync(join(directory, state), 'utf8');
      const changed = saved.replace('"rows":180', '"rows":184');
      expect(changed).not.toBe(saved);
      writeFileSync(join(directory, state), changed);
      await expect(opened({ resume: true })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(join(directory, state)),
      });
      expect(readFileSync(join(directory, state), 'utf8')).toBe(changed);
      expect(filesLeft()).toEqual([data, state]);
    });

    test('is replaced by a run that does not resume the export', async () => {
      const run = await opened();
      expect(run.isResumable).toBe(false);
      await run.run(download);
      await run.finish();
      expect(filesLeft()).toEqual(['log.csv']);
      expect(target() === whole).toBe(true);
    });
  });

  test.each([
    ['log.csv', {}],
    ['log.ndjson', { format: 'ndjson' }],
    ['log.json', { format: 'json' }],
    ['log.parquet', { format: 'parquet' }],
    ['days', { format: 'parquet', byDay: true }],
  ] as const)(
    'writes the target %s without repeated rows if a download starts again',
    async (name, changed) => {
      const { shape } = requestOf();
      const written = async (downloading: DownloadWindow) => {
        const path = join(directory, name);
        const run = await opened({
          target: path,
          shape: { ...shape, ...changed },
          range: { ...range, end: 3 * day - 1 },
          force: true,
        });
        await run.run(downloading);
        await run.finish();
        return contentOf(path);
      };
      const undisturbed = await written(download);
      const brokenOnce = await written(async (window, start, consumer) => {
        const rows = Buffer.from(logBetween(window.start, window.end, step));
        await consumer.begin();
        await consumer.chunk(rows.subarray(0, Math.floor(rows.length / 2)));
        await download(window, start, consumer);
      });
      expect(brokenOnce === undisturbed).toBe(true);
    },
  );

  test.each(['csv', 'ndjson', 'json', 'parquet'] as const)(
    'requests only the remaining entries of a date range after a part of it was saved (format: %s)',
    async (format) => {
      const second = 1000;
      const end = 60_000 * second - 1;
      const rows = (from: number) => Buffer.from(logBetween(from, end, second));
      const path = join(directory, `log.${format}`);
      const { shape } = requestOf();
      const starts: (number | undefined)[] = [];
      const written = async (downloading: DownloadWindow) => {
        const run = await opened({
          target: path,
          shape: { ...shape, format },
          range: { ...range, end },
          force: true,
        });
        await run.run(downloading);
        await run.finish();
        expect(run.rows).toBe(60_000);
        return readFileSync(path, 'latin1');
      };
      const undisturbed = await written(async (window, start, consumer) => {
        await consumer.begin();
        await consumer.chunk(rows(start ?? window.start));
      });
      const brokenOnce = await written(async (window, start, consumer) => {
        starts.push(start);
        await consumer.begin();
        await consumer.chunk(rows(start ?? window.start));
        if (starts.length === 1) await consumer.begin();
      });
      const part = format === 'parquet' ? 32_768 : 50_000;
      expect(starts).toEqual([undefined, part * second]);
      expect(brokenOnce === undisturbed).toBe(true);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'warns you if other users can replace the files in the directory',
    async () => {
      chmodSync(directory, 0o777);
      await (await opened()).abandon();
      expect(warnings).toEqual([
        expect.stringMatching(/^Other users can remove or replace files in .*, such as log\.csv/),
      ]);
    },
  );

  test('removes temporary files that a killed run left', async () => {
    const data = '.log.csv.waypost-partial';
    for (const name of [data, `${data}.json`, `${data}.lock`]) {
      writeFileSync(join(directory, `.${name}.tmp-4711-abcd`), 'half');
    }
    writeFileSync(join(directory, `.${data}.json.other`), 'of another program');
    const run = await opened();
    await run.run(download);
    await run.finish();
    expect(filesLeft()).toEqual([`.${data}.json.other`, 'log.csv']);
  });

  test('removes its files if it is abandoned before the first date range is complete', async () => {
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

  test('does not resume a complete export', async () => {
    writeFileSync(join(directory, 'log.csv'), 'x');
    expect(await ExportRun.open(requestOf({ resume: true }), async () => {})).toBeUndefined();
    expect(filesLeft()).toEqual(['log.csv']);
  });

  test('unlocks the target file if it refuses to resume the export with other options', async () => {
    const stopped = await opened();
    await expect(stopped.run(downloadOf(1))).rejects.toThrow();
    await stopped.abandon();
    const { shape } = requestOf();
    await expect(
      opened({ resume: true, shape: { ...shape, header: false }, typedRange: { '--last': '1d' } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/ was started with a different --header and --last\.$/),
    });
    const run = await opened({ resume: true });
    await run.abandon();
  });

  test('rejects a target file that another run has locked', async () => {
    const run = await opened();
    await expect(opened()).rejects.toMatchObject({ code: 'write_failed' });
    await run.abandon();
  });

  test('warns you about a log that is not sorted by time', async () => {
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
      'The log is not sorted by time. If this export is interrupted, waypost discards the rows of the unfinished range, which can be up to 90 days long.',
    ]);
  });
});
