// What an unfinished export left is believed only where it makes sense, though its checksum is right.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadExport, type SavedExport, savedState } from '../../src/export/saved-export';
import { ResumableFile } from '../../src/lib/resumable-file';

const day = 86_400_000;
const request = { identity: { key: 'x' }, typed: {}, start: 0, end: 100 * day, explicit: true };
const kept = { rows: 4, bytes: 50, sum: 7, format: { rows: 1 } };
const checkpoint = { ...kept, windows: 1, part: { ...kept, start: 5 } };

/** The same after it was written to a file and read back. */
function reread(saved: object): SavedExport | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-saved-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = new ResumableFile(join(directory, 'log.csv'));
  writeFileSync(file.data, '');
  file.save(savedState(saved as SavedExport));
  return loadExport(file);
}

test('what was written is read', () => {
  expect(reread({ request, checkpoint })).toMatchObject({ request, checkpoint });
});

test.each<[what: string, changed: object]>([
  ['an end that is no number', { request: { ...request, end: 'acme' } }],
  ['an end that no date can hold', { request: { ...request, end: 9e15 } }],
  ['an end before the start', { request: { ...request, end: -1 } }],
  ['half a millisecond', { request: { ...request, start: 0.5 } }],
  ['no request', { request: null }],
  ['no identity', { request: { ...request, identity: null } }],
  ['no checkpoint', { checkpoint: [] }],
  ['more windows than there are', { checkpoint: { ...checkpoint, windows: 3 } }],
  ['bytes below none', { checkpoint: { ...checkpoint, bytes: -1 } }],
  ['a sum that is no number', { checkpoint: { ...checkpoint, sum: 'x' } }],
  ['a part without bytes', { checkpoint: { ...checkpoint, part: { start: 5 } } }],
  ['a part from no moment', { checkpoint: { ...checkpoint, part: { ...kept, start: 'x' } } }],
])('%s is refused', (_, changed) => {
  expect(() => reread({ request, checkpoint, ...changed })).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  );
});
