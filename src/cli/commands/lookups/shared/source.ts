// The rows of an export: the log of one key, one window at a time.
import type { BodyConsumer } from '../../../../client/http/exchange';
import { type LogQuery, lookupLog } from '../../../../client/lookup-log';
import type { OwnedKey } from '../../../../client/owned-key';
import type { WindowConsumer } from '../../../../export/export';
import type { Range } from '../../../../export/range';
import { type Hints, withHints } from '../../../hints/by-api-code';
import type { LastTime } from './last-time';

/** What every kind of export needs. */
export interface Source extends OwnedKey {
  /** The hints for a refusal of the service. */
  hints: Hints;
  licensee: string | undefined;
}

/** Downloads a window, or the rest of it from `start` on; `last` reads the bytes as they pass. */
export function downloader(
  { interrupted }: { interrupted: AbortSignal },
  source: Source,
  explicit: boolean,
  last: LastTime,
) {
  return (window: Range, start: number | undefined, consumer: WindowConsumer): Promise<void> =>
    readLog(
      source,
      explicit ? { ...window, start: start ?? window.start } : { start },
      interrupted,
      {
        begin: () => consumer.begin(),
        chunk: (bytes) => {
          last.see(bytes);
          return consumer.chunk(bytes);
        },
      },
    );
}

/** Passes the log of a range to the consumer. */
export function readLog(
  { service, hints, key, managementKey, licensee }: Source,
  range: Pick<LogQuery, 'start' | 'end'>,
  signal: AbortSignal,
  consumer: BodyConsumer,
): Promise<void> {
  const query = { key, managementKey, licensee, signal, ...range };
  return withHints(hints, () => lookupLog(service, query, consumer));
}
