// For a clone below a directory that only its owner enters.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const parts = ['bin', 'dist', 'package.json', 'node_modules/node-sqlite3-wasm'];

/** Copies the built command, and more of the repository, to a directory, where every user can read it. */
export function copyForOthers(directory, more = []) {
  for (const part of [...parts, ...more]) {
    cpSync(join(root, part), join(directory, part), { recursive: true });
  }
  execFileSync('chmod', ['-R', 'a+rX', directory]);
}
