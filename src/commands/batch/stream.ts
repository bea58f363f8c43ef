// Standard output for rows. On a terminal they are shown without what a terminal would act on.
import type { Sink } from '../../terminal/output';
import { sanitize } from '../../terminal/sanitize';
import type { ByteStream } from '../../transfer/stream-sink';

/** The stream. Each write holds whole characters. */
export function streamOf(stdout: Sink): ByteStream {
  if (stdout.isTTY !== true) return { write: (bytes, done) => stdout.write(bytes, done) };
  return {
    write: (bytes, done) => stdout.write(sanitize(Buffer.from(bytes).toString('utf8')), done),
  };
}
