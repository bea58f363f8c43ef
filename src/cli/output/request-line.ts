// One line for each request that a service on this machine answered: of a sandbox, or of a proxy.
import type { Colors } from './color';
import { oneLine } from './printable';
import { counted } from './words';

/** A request, without secrets. */
export interface LoggedRequest {
  /** ISO 8601. */
  time: string;
  method: string | null;
  path: string | null;
  /** HTTP status; null where no answer was sent. */
  status: number | null;
  code: number | null;
  /** Lookups that were billed. */
  charge: number;
  /** What hit or refused it, such as `fault 503`. */
  because: string | null;
  /** Milliseconds. */
  ms: number;
}

/**
 * The line, such as `18:12:29Z GET /v1/emails?query=ada  200 2000  1 lookup  12 ms`, without a line feed. A log
 * that is kept has the date too.
 */
export function requestLine(request: LoggedRequest, color: Colors, dated = false): string {
  const { time, method, path, status, code, charge, because, ms } = request;
  const paint = paintOf(status, color);
  const answer = status === null ? 'no answer' : [status, code ?? ''].join(' ').trimEnd();
  return [
    `${color.dim(dated ? time : `${time.slice(11, 19)}Z`)} ${method ?? '?'} ${oneLine(path ?? '(elsewhere)')}`,
    paint(answer),
    ...(charge === 0 ? [] : [counted(charge, 'lookup')]),
    ...(because === null ? [] : [color.yellow(oneLine(because))]),
    color.dim(`${ms} ms`),
  ].join('  ');
}

function paintOf(status: number | null, color: Colors): (text: string) => string {
  if (status === null || status >= 500) return color.red;
  return status >= 400 ? color.yellow : color.green;
}
