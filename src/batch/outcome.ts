// What came of asking for a row once, and so whether it may be asked for again without paying twice.
import type { Answer } from './row';

/** What became of one attempt to ask for a row. */
export type Outcome =
  /** The service answered for this row, with a result or with an error. */
  | { kind: 'answered'; answer: Answer }
  /** The service did not look the row up, for reasons that have nothing to do with it. */
  | { kind: 'refused'; error: unknown }
  /**
   * There is no answer, perhaps for the row's own sake: then it is answered with this error. `inDoubt`
   * where it may have been looked up and billed all the same; `again` where asking again is worth it.
   */
  | { kind: 'failed'; answer: Answer; error: unknown; inDoubt: boolean; again: boolean }
  /** Nothing more can be asked for. */
  | { kind: 'stop'; error: unknown };
