// Formats the log lines for requests to a sandbox or proxy on this machine.
import type { Colors } from './color';
import { oneLine } from './printable';
import { counted } from './words';

/** A request in a request log, without secrets. */
export interface LoggedRequest {
  /** The time of the request, in ISO 8601 format. */
  time: string;
  method: string | null;
  path: string | null;
  /** The HTTP status, or null if the server sent no response. */
  status: number | null;
  code: number | null;
  /** The number of lookups that the request cost. */
  charge: number;
  /** The fault or proxy rule that changed the response, such as `fault 503`. */
  because: string | null;
  /** The duration of the request in milliseconds. */
  ms: number;
}

/**
 * Returns a line such as `18:12:29Z GET /v1/emails?query=ada 200 2000 1 lookup 12 ms`, without a line feed. If `dated`
 * is true, the line also contains the date, as in a log file.
 */
export function requestLine(request: LoggedRequest, color: Colors, dated = false): string {
  const { time, method, path, status, code, charge, because, ms } = request;
  const paint = paintOf(status, color);
  const outcome = status === null ? 'no response' : [status, code ?? ''].join(' ').trimEnd();
  return [
    `${color.dim(dated ? time : `${time.slice(11, 19)}Z`)} ${method ?? '?'} ${oneLine(path ?? '(elsewhere)')}`,
    paint(outcome),
    ...(charge === 0 ? [] : [counted(charge, 'lookup')]),
    ...(because === null ? [] : [color.yellow(oneLine(because))]),
    color.dim(`${ms} ms`),
  ].join('  ');
}

function paintOf(status: number | null, color: Colors): (text: string) => string {
  if (status === null || status >= 500) return color.red;
  return status >= 400 ? color.yellow : color.green;
}
