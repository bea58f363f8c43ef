// Sockets with a path: the kernel knows whether a process listens, and so does every process that sees the
// file, in another container or network namespace too.
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../lib/system-error';

/** The shortest limit of a socket's path: macOS has 104 bytes with the final NUL, Linux 108. */
const maxPathBytes = 103;

/** How long a listener may take to answer, in milliseconds. */
const answerTimeout = 2000;

const maxAnswer = 64 * 1024;

/**
 * Calls `use` with a path that fits into a socket's address: a longer one through a link in the temporary
 * directory, which is removed afterwards. (Node cuts longer paths without an error.)
 */
async function withShortPath<T>(path: string, use: (short: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= maxPathBytes) return use(path);
  const isShort =
    Buffer.byteLength(join(tmpdir(), 'wp-XXXXXX', 'd', basename(path))) <= maxPathBytes;
  const directory = mkdtempSync(join(isShort ? tmpdir() : '/tmp', 'wp-'));
  try {
    const link = join(directory, 'd');
    symlinkSync(dirname(path), link);
    return await use(join(link, basename(path)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Listens on a path, and answers every connection with one JSON document. It does not keep the process
 * running. Throws the system's error; `EADDRINUSE` if the path is taken.
 */
export async function listenLocally(path: string, document: () => unknown): Promise<Server> {
  const server = createServer((socket) => {
    // The client may have closed the connection.
    socket.on('error', () => {});
    socket.end(JSON.stringify(document()));
  });
  server.unref();
  await withShortPath(
    path,
    (short) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ path: short }, resolve);
      }),
  );
  server.on('error', () => {});
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return server;
}

/** The state of a path: nobody listens and never will again; or a process listens, with its answer. */
export type LocalAnswer = { listens: false } | { listens: true; document: unknown };

/**
 * Connects to the process that listens on a path. One that does not answer, or refuses this user, listens
 * nevertheless.
 */
export function askLocally(path: string): Promise<LocalAnswer> {
  return withShortPath(path, (short) => {
    return new Promise<LocalAnswer>((resolve) => {
      let text = '';
      const socket = connect({ path: short });
      socket.setEncoding('utf8').setTimeout(answerTimeout, () => socket.destroy());
      socket.on('data', (piece: string) => {
        text += piece;
        if (text.length > maxAnswer) socket.destroy();
      });
      socket.on('error', (error) => {
        if (hasCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')) resolve({ listens: false });
      });
      socket.on('close', () => {
        let document: unknown;
        try {
          document = JSON.parse(text);
        } catch {
          // A stopped or busy process does not answer; a program of another kind may answer without JSON.
        }
        resolve({ listens: true, document });
      });
    });
  });
}
