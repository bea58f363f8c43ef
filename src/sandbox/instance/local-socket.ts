// Sockets of this machine that have a path: who listens is known to the kernel, and to every process that
// sees the file, in another container or network namespace too.
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
 * Calls `use` with a path that fits into a socket's address: a longer one by a link in the temporary
 * directory, which is removed afterwards. (Node cuts longer paths without a word.)
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
 * Listens on a path, and answers everyone who connects with one JSON document. It does not keep the
 * process running. Throws the system's error; `EADDRINUSE` where something is there.
 */
export async function listenLocally(path: string, document: () => unknown): Promise<Server> {
  const server = createServer((socket) => {
    // Whoever asks may be gone again.
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

/** What a path says: nobody listens and never will again; or somebody does, with what it answered. */
export type LocalAnswer = { listens: false } | { listens: true; document: unknown };

/** Asks whoever listens on a path. One that does not answer, or may not be asked, listens all the same. */
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
          // A process that is stopped or busy says nothing, and one of another kind something else.
        }
        resolve({ listens: true, document });
      });
    });
  });
}
