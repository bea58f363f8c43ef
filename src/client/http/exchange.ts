// A request, and what is handed its answer. The types of the library import these, and none of undici's: programs have
// no undici.
import type { Readable } from 'node:stream';

/** A request below the base URL. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  url: URL;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | undefined;
  /** Must not be performed twice, whatever its method. */
  once?: boolean | undefined;
  /** Whether each attempt may be billed. */
  costly?: boolean | undefined;
}

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** The consumer of a streamed body. */
export interface BodyConsumer {
  /** A body begins; if an earlier attempt broke off, the body begins again. */
  begin(): Promise<void> | undefined;
  /** The next bytes; no further ones follow until the promise resolves. */
  chunk(bytes: Buffer): Promise<void> | undefined;
}
