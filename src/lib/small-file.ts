// Reading a file that holds a few keys. What stands at its path may be anything: a pipe would block, a
// device or a huge file would fill the memory.
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

const mostBytes = 1024 * 1024;

/** A small file as read: its text without a byte order mark, and its permissions, such as 0o600. */
export interface SmallFile {
  text: string;
  mode: number;
}

/** Reads a small regular file. Throws the file system's error, or one that says what is wrong with it. */
export function readSmallFile(path: string): SmallFile {
  // Before opening, because opening a pipe waits for whoever writes into it.
  if (!statSync(path).isFile()) throw new Error('it is not a regular file');
  const handle = openSync(path, 'r');
  try {
    const { size, mode } = fstatSync(handle);
    if (size > mostBytes) throw new Error('it is larger than any such file');
    const text = readFileSync(handle, 'utf8').replace(/^\ufeff/, '');
    return { text, mode: mode & 0o777 };
  } finally {
    closeSync(handle);
  }
}
