// Downloads a file, and resumes an interrupted download. The incomplete file is `<name>.part`, and
// `<name>.part.json` names the version of the file.
import {
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WaypostError } from '../../../lib/errors';

/** Progress and abort of a download. */
export interface DownloadOptions {
  /** Identifies the version of the file that was downloaded last. */
  known?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the downloaded and the total bytes, `undefined` if the server does not tell them. */
  progress?: (done: number, total: number | undefined) => void;
}

const again = 'Run the command again: it resumes where it stopped.';

/**
 * Downloads a file.
 * @returns what tells this version from another (ETag or date, '' when the server names neither);
 *   undefined when the server still has the known version
 * @throws WaypostError `network_error` when the server cannot be reached, has no such file, or stops
 */
export async function download(
  url: URL,
  path: string,
  { known, signal, progress = () => {} }: DownloadOptions,
): Promise<string | undefined> {
  const [part, note] = [`${path}.part`, `${path}.part.json`];
  const begun = versionOf(note);
  const from = begun && existsSync(part) ? statSync(part).size : 0;
  const answer = await ask(url, signal, {
    'Accept-Encoding': 'identity',
    ...(from > 0 && begun ? { Range: `bytes=${from}-`, 'If-Range': begun } : {}),
    ...(from === 0 && known ? validator(known) : {}),
  });
  if (answer.status === 304) return undefined;
  if (answer.status === 416) {
    // The part was complete already, or of another version: the file is downloaded again.
    await answer.body?.cancel();
    rmSync(part, { force: true });
    return download(url, path, { signal, progress });
  }
  if (!answer.ok || !answer.body) throw noFile(url, answer.status);
  const resumed = answer.status === 206;
  const version = answer.headers.get('etag') ?? answer.headers.get('last-modified') ?? '';
  writeFileSync(note, JSON.stringify({ version }));
  let done = resumed ? from : 0;
  const length = Number(answer.headers.get('content-length') ?? Number.NaN);
  const total = Number.isNaN(length) ? undefined : done + length;
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      done += piece.length;
      progress(done, total);
      yield piece;
    }
  };
  try {
    const body = Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream);
    await pipeline(body, counted, createWriteStream(part, { flags: resumed ? 'a' : 'w' }), {
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw stopped(url, error);
  }
  if (total !== undefined && done !== total) throw stopped(url);
  renameSync(part, path);
  rmSync(note, { force: true });
  return version;
}

async function ask(
  url: URL,
  signal: AbortSignal | undefined,
  headers: Record<string, string>,
): Promise<Response> {
  try {
    return await fetch(url, { headers, ...(signal ? { signal } : {}) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new WaypostError('network_error', `${url.host} cannot be reached.`, {
      hint: 'Check the address and the connection, or download the files by other means and name their directory.',
      cause: error,
    });
  }
}

function versionOf(note: string): string | undefined {
  if (!existsSync(note)) return undefined;
  try {
    const { version }: { version?: unknown } = JSON.parse(readFileSync(note, 'utf8'));
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}

function validator(version: string): Record<string, string> {
  return /^(W\/)?"/.test(version) ? { 'If-None-Match': version } : { 'If-Modified-Since': version };
}

function noFile(url: URL, status: number): WaypostError {
  return new WaypostError('network_error', `${url.href} answers with status ${status}.`, {
    hint: 'Give the URL of a directory of GeoNames dump files, such as https://download.geonames.org/export/dump/.',
  });
}

function stopped(url: URL, cause?: unknown): WaypostError {
  return new WaypostError('network_error', `The download of ${url.href} was cut off.`, {
    hint: again,
    cause,
  });
}
