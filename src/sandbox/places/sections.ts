// The index file: a head line, then numbers and text exactly as in memory, so that opening it is one read.
// Numbers have the byte order of the machine that wrote them; an index is built on the machine that uses it.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';

/** Increased when the format of the file changes: an index of another format is built again. */
const form = `waypost places 1 ${endianness()}`;
const alignment = 8;
/** The first bytes of the file: the format and the length of the table of sections. */
const preambleLength = 64;

/** Typed arrays of a section. */
export type SectionData = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

/** Position of a section, in bytes from the start of the file. */
interface Section {
  at: number;
  length: number;
}

/** The content of the table at the head of the file. */
interface Table<Notes> {
  sections: Record<string, Section>;
  /** The end of the part that is kept in memory; the rest is read in pieces. */
  inMemory: number;
  /** Small tables that are not numbers. */
  notes: Notes;
}

/** Writes an index file: `inMemory` is later read as a whole, `onDisk` in pieces. */
export function writeSections<Notes>(
  path: string,
  inMemory: Readonly<Record<string, SectionData>>,
  onDisk: Readonly<Record<string, SectionData>>,
  notes: Notes,
): void {
  const all = { ...inMemory, ...onDisk };
  const table: Table<Notes> = { sections: {}, inMemory: 0, notes };
  // Offsets count from the end of the table, whose length depends on them.
  let at = 0;
  for (const [name, data] of Object.entries(all)) {
    table.sections[name] = { at, length: data.byteLength };
    at = align(at + data.byteLength);
    if (name in inMemory) table.inMemory = at;
  }
  const text = Buffer.from(JSON.stringify(table));
  const start = align(preambleLength + text.length);
  const head = Buffer.alloc(start, ' ');
  head.write(`${form}\n${text.length}\n`);
  text.copy(head, preambleLength);
  const file = openSync(path, 'wx', 0o600);
  try {
    writeAt(file, head, 0);
    for (const [name, data] of Object.entries(all)) {
      const { at: offset = 0 } = table.sections[name] ?? {};
      writeAt(file, new Uint8Array(data.buffer, data.byteOffset, data.byteLength), start + offset);
    }
  } finally {
    closeSync(file);
  }
}

/** An open index file. */
export class SectionFile<Notes> {
  readonly notes: Notes;
  readonly #file: number;
  readonly #start: number;
  readonly #sections: Record<string, Section>;
  readonly #memory: ArrayBuffer;

  /** @throws Error if the file cannot be read or is no index of this format. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      const preamble = Buffer.from(readAt(this.#file, 0, preambleLength)).toString('latin1');
      const [found, length] = preamble.split('\n');
      if (found !== form) throw new Error(`${path} is no places index of this version.`);
      const size = Number(length);
      const text = Buffer.from(readAt(this.#file, preambleLength, size)).toString();
      const table: Table<Notes> = JSON.parse(text);
      this.#start = align(preambleLength + size);
      this.#sections = table.sections;
      this.notes = table.notes;
      const ends = Object.values(table.sections).map((each) => each.at + each.length);
      if (fstatSync(this.#file).size < this.#start + Math.max(...ends)) {
        throw new Error(`${path} is cut off.`);
      }
      this.#memory = readAt(this.#file, this.#start, table.inMemory);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  /** A section of the part in memory, as numbers of a kind. */
  view<T>(
    name: string,
    kind: new (buffer: ArrayBuffer, at: number, length: number) => T,
    bytes = 1,
  ): T {
    const { at, length } = this.#section(name);
    return new kind(this.#memory, at, length / bytes);
  }

  /** A piece of a section on disk. */
  read(name: string, from: number, to: number): Buffer {
    return Buffer.from(readAt(this.#file, this.#start + this.#section(name).at + from, to - from));
  }

  close(): void {
    closeSync(this.#file);
  }

  #section(name: string): Section {
    const section = this.#sections[name];
    if (!section) throw new Error(`The places index has no ${name}.`);
    return section;
  }
}

function align(at: number): number {
  return Math.ceil(at / alignment) * alignment;
}

function readAt(file: number, at: number, length: number): ArrayBuffer {
  const memory = new ArrayBuffer(length);
  const bytes = new Uint8Array(memory);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) throw new Error('The places index is cut off.');
    done += read;
  }
  return memory;
}

function writeAt(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }
}
