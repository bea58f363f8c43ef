// Standard output for data: byte for byte, but on a terminal text is shown without control sequences.
import { StringDecoder } from 'node:string_decoder';
import { plainText } from '../../lib/plain-text';
import type { ByteStream } from '../../lib/sink';
import type { Sink } from './output';

/** The stream. `isSafe` says that the data contains none, as JSON that escapes them. */
export function dataStream(stdout: Sink, isSafe = false): ByteStream {
  if (stdout.isTTY !== true || isSafe) {
    return { write: (bytes, done) => stdout.write(bytes, done) };
  }
  const decoder = new StringDecoder('utf8');
  return {
    write: (bytes, done) => stdout.write(plainText(decoder.write(Buffer.from(bytes))), done),
  };
}
