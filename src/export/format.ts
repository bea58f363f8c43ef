// What every format of an export has in common: the log's bytes in, its own bytes out, and at the end of
// each window a note of where it stands, from which another process can resume.

import type { IrregularRows } from './irregular-rows';

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One format at work. */
export interface Format {
  /** Rows written so far; where a window is under way, perhaps not the last ones. */
  readonly rows: number;
  /** The rows so far that do not look like the log's. */
  readonly irregular: IrregularRows;
  /** Takes the next bytes of the log; they may be overwritten once the promise resolves. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** The window is over: what is left of it is its last row. */
  endWindow(): Promise<void>;
  /** The export is over. */
  finish(): Promise<void>;
  /** Where it stands, between two windows. */
  save(): Json;
  /** Goes back to where it stood; the sink has been taken back by then. */
  restore(saved: Json): Promise<void>;
}

/** A member of a saved state; null where there is none. */
export function savedMember(saved: Json, name: string): Json {
  const isObject = typeof saved === 'object' && saved !== null && !Array.isArray(saved);
  return (isObject ? saved[name] : null) ?? null;
}

/** A member of a saved state that must be a number. */
export function savedNumber(saved: Json, name: string): number {
  const value = savedMember(saved, name);
  return typeof value === 'number' ? value : 0;
}
