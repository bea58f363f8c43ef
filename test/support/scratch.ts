// Creates a temporary directory for a test file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a directory, and removes it after the last test in the file. Returns the path. */
export function scratchDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
