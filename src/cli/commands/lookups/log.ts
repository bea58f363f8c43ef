// Downloads a key's lookup log and measures the progress. The service sends the entries in chronological order, but
// does not send the log's length. Therefore, waypost uses the timestamps to calculate the progress.

import type { BodyConsumer } from '../../../client/http/exchange';
import { type LogQuery, lookupLog } from '../../../client/keys';
import type { OwnedKey } from '../../../client/owned-key';
import type { Format } from '../../../export/format';
import type { Range } from '../../../export/range';
import type { WindowConsumer } from '../../../export/windows';
import { type Hints, logHints, withHints } from '../../hints/by-api-code';
import { nonEmpty } from '../../line/option-values';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import { maskLicensee, ownedKey, resolveLicensee } from '../shared/owned-key';

interface LogDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

export interface LogSource extends OwnedKey {
  hints: Hints;
  licensee: string | undefined;
}

/**
 * Returns the key and the licensee whose log the command reads. Throws `invalid_input` if --licensee is empty. Also
 * throws the errors of `ownedKey` and `resolveLicensee`.
 */
export async function logSource(
  { output, credentials, service }: LogDependencies,
  options: { licensee?: string | undefined },
  named: string | undefined,
): Promise<LogSource> {
  const given = nonEmpty('--licensee', options.licensee);
  maskLicensee(output, given);
  const key = await ownedKey({ credentials, service }, named);
  const hints = logHints(named);
  const licensee = given && (await withHints(hints, () => resolveLicensee(key, given)));
  return { ...key, hints, licensee };
}

/**
 * Returns a function that downloads a time window, or the rest of the window after an interruption. The rest begins at
 * `start`. If `explicit` is false, the function requests the service's default range. `last` receives every downloaded
 * byte.
 */
export function downloader(source: LogSource, explicit: boolean, last: LastTime) {
  return (window: Range, start: number | undefined, consumer: WindowConsumer): Promise<void> =>
    readLog(source, explicit ? { ...window, start: start ?? window.start } : { start }, {
      begin: () => consumer.begin(),
      chunk: (bytes) => {
        last.see(bytes);
        return consumer.chunk(bytes);
      },
    });
}

export function readLog(
  { hints, licensee, ...key }: LogSource,
  range: Pick<LogQuery, 'start' | 'end'>,
  consumer: BodyConsumer,
): Promise<void> {
  return withHints(hints, () => lookupLog(key, { licensee, ...range }, consumer));
}

/** Prints a warning about downloaded lines that do not have the form of a log entry. */
export async function warnOfIrregularRows(
  output: Output,
  { irregular }: Pick<Format, 'irregular'>,
): Promise<void> {
  const text = irregular.describe();
  if (text !== undefined) await output.warn(text);
}

const timeTailLength = 8 * 1024;

/** Uses the timestamp of the last entry to measure the progress of a download. */
export class LastTime {
  readonly #range: Range;
  readonly #tail = Buffer.alloc(timeTailLength);
  #length = 0;
  #time: number | undefined;

  constructor(range: Range) {
    this.#range = range;
  }

  /** Stores the last bytes of the chunk. `part` parses these bytes later. */
  see(chunk: Buffer): void {
    this.#length = chunk.copy(this.#tail, 0, Math.max(0, chunk.length - timeTailLength));
  }

  /** The fraction of the range that has been downloaded, from 0 to 1, or undefined before the first complete entry. */
  get part(): number | undefined {
    this.#time = this.#lastTimestamp() ?? this.#time;
    const { start, end } = this.#range;
    if (this.#time === undefined || end <= start) return undefined;
    return Math.min(1, Math.max(0, (this.#time - start) / (end - start)));
  }

  #lastTimestamp(): number | undefined {
    const tail = this.#tail.subarray(0, this.#length);
    for (let at = tail.lastIndexOf('\n'); at > 0; at = tail.lastIndexOf('\n', at - 1)) {
      const text = tail.toString('latin1', at + 1, at + 40);
      const time = Date.parse(/^"?(\d{4}-\d{2}-\d{2}T[^",]+)"?,/.exec(text)?.[1] ?? '');
      if (!Number.isNaN(time)) return time;
    }
    return undefined;
  }
}
