// Standard output for data: byte for byte, but on a terminal text is shown without what a terminal would
// act on.
import { StringDecoder } from 'node:string_decoder';
import type { Sink } from '../terminal/output';
import { sanitize } from '../terminal/sanitize';
import type { ByteStream } from '../transfer/stream-sink';

/** The stream. `isSafe` says that the data holds nothing of that kind, as JSON that escapes it. */
export function dataStream(stdout: Sink, isSafe = false): ByteStream {
  if (stdout.isTTY !== true || isSafe) {
    return { write: (bytes, done) => stdout.write(bytes, done) };
  }
  const decoder = new StringDecoder('utf8');
  return {
    write: (bytes, done) => stdout.write(sanitize(decoder.write(Buffer.from(bytes))), done),
  };
}
