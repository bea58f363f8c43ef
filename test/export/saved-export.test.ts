// The saved state of an unfinished export is rejected if its values make no sense, although its checksum is right.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resumableExport, type SavedExport, savedState } from '../../src/export/saved-export';
import { ResumableFile } from '../../src/lib/resumable-file';

const day = 86_400_000;
const request = { identity: { key: 'x' }, typed: {}, start: 0, end: 100 * day, explicit: true };
const kept = { rows: 4, bytes: 50, sum: 7, format: { rows: 1 } };
const checkpoint = { ...kept, windows: 1, part: { ...kept, start: 5 } };

/** The state after writing it to a file and reading it back. */
function reread(saved: object): SavedExport | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-saved-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = new ResumableFile(join(directory, 'log.csv'));
  writeFileSync(file.data, '');
  file.save(savedState(saved as SavedExport));
  return resumableExport(file, request.identity, request.typed);
}

test('resumableExport reads back a saved export', () => {
  expect(reread({ request, checkpoint })).toMatchObject({ request, checkpoint });
});

test.each<[what: string, changed: object]>([
  ['an end that is not a number', { request: { ...request, end: 'acme' } }],
  ['an end that is not a valid date', { request: { ...request, end: 9e15 } }],
  ['an end before the start', { request: { ...request, end: -1 } }],
  ['a start that is not an integer', { request: { ...request, start: 0.5 } }],
  ['a missing request', { request: null }],
  ['a missing identity', { request: { ...request, identity: null } }],
  ['a missing checkpoint', { checkpoint: [] }],
  ['more completed date ranges than the export has', { checkpoint: { ...checkpoint, windows: 3 } }],
  ['a negative number of bytes', { checkpoint: { ...checkpoint, bytes: -1 } }],
  ['a checksum that is not a number', { checkpoint: { ...checkpoint, sum: 'x' } }],
  ['a part without bytes', { checkpoint: { ...checkpoint, part: { start: 5 } } }],
  [
    'a part whose start is not a number',
    { checkpoint: { ...checkpoint, part: { ...kept, start: 'x' } } },
  ],
])('resumableExport rejects a saved export with %s', (_, changed) => {
  expect(() => reread({ request, checkpoint, ...changed })).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  );
});
