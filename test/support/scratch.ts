// A directory for the files of a test file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a directory, which is removed after the tests of the file. */
export function scratchDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
