// Extracts one file from a ZIP archive, in the form of GeoNames' larger dump files: a single table, deflated.
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { WaypostError } from '../../../lib/errors';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** The end record with its longest comment. */
const longestEnd = 22 + 0xffff;
const deflated = 8;
/** Marks a number that is stored elsewhere, in archives of 4 GB and more. */
const elsewhere = 0xffffffff;

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  header: number;
}

/**
 * Unpacks the file of this name; it appears whole or not at all.
 * @throws WaypostError `invalid_input` when the archive is damaged, or has no such file in it.
 */
export async function unzip(archive: string, name: string, target: string): Promise<void> {
  const file = await open(archive, 'r');
  let from: number;
  let entry: Entry;
  try {
    entry = await findEntry(file, archive, name);
    const head = await bytes(file, entry.header, 30);
    from = entry.header + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  } finally {
    await file.close();
  }
  const unfinished = `${target}.unpacking`;
  let size = 0;
  const count = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      size += piece.length;
      yield piece;
    }
  };
  try {
    const input = createReadStream(archive, { start: from, end: from + entry.packed - 1 });
    await pipeline(input, createInflateRaw(), count, createWriteStream(unfinished));
    if (size !== entry.size) throw damaged(archive);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (error instanceof WaypostError) throw error;
    throw damaged(archive, error);
  }
}

async function findEntry(file: FileHandle, archive: string, name: string): Promise<Entry> {
  const { size } = await file.stat();
  const start = Math.max(0, size - longestEnd);
  const end = await bytes(file, start, size - start);
  let at = end.length - 22;
  while (at >= 0 && end.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) throw damaged(archive);
  const directory = await bytes(file, end.readUInt32LE(at + 16), end.readUInt32LE(at + 12));
  for (let next = 0; next + 46 <= directory.length; ) {
    if (directory.readUInt32LE(next) !== entrySignature) throw damaged(archive);
    const entry = readEntry(directory, next);
    if (entry.name === name) {
      if (
        entry.method === deflated &&
        ![entry.packed, entry.size, entry.header].includes(elsewhere)
      ) {
        return entry;
      }
      throw new WaypostError(
        'invalid_input',
        `${archive} is packed in a way that is not supported.`,
        {
          hint: 'Unpack it by other means, and name the directory.',
        },
      );
    }
    next += 46 + [28, 30, 32].reduce((sum, field) => sum + directory.readUInt16LE(next + field), 0);
  }
  throw new WaypostError('invalid_input', `${archive} has no ${name} in it.`);
}

function readEntry(directory: Buffer, at: number): Entry {
  return {
    name: directory.toString('utf8', at + 46, at + 46 + directory.readUInt16LE(at + 28)),
    method: directory.readUInt16LE(at + 10),
    packed: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    header: directory.readUInt32LE(at + 42),
  };
}

async function bytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function damaged(archive: string, cause?: unknown): WaypostError {
  return new WaypostError('invalid_input', `${archive} is damaged.`, {
    hint: 'Remove it and run the command again.',
    cause,
  });
}
