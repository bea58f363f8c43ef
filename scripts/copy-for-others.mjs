// Copies the build for tests that run the command as another user, because this user might not have access to the
// repository.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = ['bin', 'dist', 'package.json', 'node_modules/node-sqlite3-wasm'];

/** Copies the built command and the files at the paths in `more` to a directory that every user can read. */
export function copyForOthers(directory, more = []) {
  for (const part of [...parts, ...more]) {
    cpSync(join(root, part), join(directory, part), { recursive: true });
  }
  execFileSync('chmod', ['-R', 'a+rX', directory]);
}
