import type { Failed } from './forms';

/** What a page is shown with. */
export interface Shown {
  /** The sandbox's time, in milliseconds since the epoch. */
  now: number;
  /** What was just done. */
  notice: string | undefined;
  /** The form that could not be carried out. */
  failed: Failed | undefined;
}
