// The settings of a batch before its first row.
import type { AnswerCache } from '../../batch/answer-cache';
import type { Input } from '../../batch/input';
import type { JournalHead } from '../../batch/journal-lines';
import type { PreparedRow } from '../../batch/prepare';
import type { RateLimiter } from '../../batch/rate-limiter';
import type { Resolved } from '../../client/credentials/resolve';
import type { LookupKey, LookupOperation } from '../../client/lookup';
import type { BatchPlan } from './plan';
import type { Source } from './source';

/** What the questions before a batch, and the batch itself, need. */
export interface BatchSetting {
  plan: BatchPlan;
  operation: LookupOperation;
  /** Members of the result that become columns of CSV, unless --fields names others. */
  columns: readonly string[];
  resolved: Resolved;
  key: LookupKey;
  rateLimiter: RateLimiter;
  /** Requests a second. */
  rate: number;
  /** Most requests at the same time. */
  atOnce: number;
  /** Path of the output; undefined for standard output. */
  path: string | undefined;
  source: Source;
  cache: AnswerCache | undefined;
  /** Reads the input from its beginning. Only a file can be read more than once. */
  open(): Promise<OpenedInput>;
}

/** An input with the requests of its rows. */
interface OpenedInput {
  input: Pick<Input, 'format' | 'header' | 'delimiter'>;
  head: JournalHead;
  rows: AsyncIterable<PreparedRow>;
}
