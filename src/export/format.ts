// What every format of an export has in common: the log's bytes in, its own bytes out, and at the end of
// each window a note of where it stands, from which another process can resume.

import type { IrregularRows } from './irregular-rows';
import type { Json } from './saved-json';

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
