// Where the rows of an export come from: the log of one key, a window at a time.
import type { BodyTaker } from '../../../../client/http/stream';
import { type LogQuery, lookupLog } from '../../../../client/lookups';
import type { ManagedKey } from '../../../../client/owned-key';
import type { WindowTaker } from '../../../../export/export';
import type { Range } from '../../../../export/range';
import { type NextSteps, withNextSteps } from '../../../hints/hints';
import type { LastTime } from './last-time';

/** What every way of exporting has in common. */
export interface Source extends ManagedKey {
  /** What to do where the service refuses it. */
  steps: NextSteps;
  licensee: string | undefined;
}

/** Downloads a window; `last` sees the bytes as they pass. */
export function downloader(
  { interrupted }: { interrupted: AbortSignal },
  source: Source,
  explicit: boolean,
  last: LastTime,
) {
  return (window: Range, taker: WindowTaker): Promise<void> =>
    readLog(source, explicit ? window : {}, interrupted, {
      begin: () => taker.begin(),
      chunk: (bytes) => {
        last.see(bytes);
        return taker.chunk(bytes);
      },
    });
}

/** Hands the log of a range to the taker. */
export function readLog(
  { service, steps, key, managementKey, licensee }: Source,
  range: Pick<LogQuery, 'start' | 'end'>,
  signal: AbortSignal,
  taker: BodyTaker,
): Promise<void> {
  const query = { key, managementKey, licensee, signal, ...range };
  return withNextSteps(steps, () => lookupLog(service, query, taker));
}
