// How large a body may be that is held whole; the log, which may be larger, is streamed.

/** Bodies over this many bytes are refused. */
export const bodyLimit = 10 * 1024 * 1024;
