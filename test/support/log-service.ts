// A stand-in service that generates a lookup log for any range. The response for each window can fail.
import type { ServerResponse } from 'node:http';
import { onRead } from './held-timers';
import { logBetween } from './log';
import { type Asked, type StandIn, sendJson, standIn } from './service';

/** The ways in which the response for a window can fail. */
export type Fault =
  | 'truncate'
  | 'reset'
  | 'stall'
  | '503'
  | 'json'
  | 'json-as-csv'
  | 'html'
  | '500';

/** The running service, with its requests and its failures. */
export interface LogService extends StandIn {
  /** The ranges in the requests, unchanged. */
  readonly ranges: { start: string | null; end: string | null; licensee: string | null }[];
  /** The failures by the start time of the window. Each response for the window uses the next failure in the list. */
  faults: Map<number, Fault[]>;
  /** Called before the service sends the second half of a response. The returned promise can delay the second half. */
  beforeHalf: ((start: number) => Promise<void> | undefined) | undefined;
}

/** Starts the service. The log has a row every `step` milliseconds. */
export async function logService(step: number): Promise<LogService> {
  const ranges: LogService['ranges'] = [];
  const faults: LogService['faults'] = new Map();
  const service = await standIn((asked, response) => void answer(asked, response));
  const log: LogService = { ...service, ranges, faults, beforeHalf: undefined };

  async function answer({ path }: Asked, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(path, 'http://localhost');
    const [start, end, licensee] = ['start', 'end', 'licensee'].map((name) =>
      searchParams.get(name),
    );
    ranges.push({ start: start ?? null, end: end ?? null, licensee: licensee ?? null });
    const from = Number(start);
    const fault = faults.get(from)?.shift();
    if (fault === '503') return void response.writeHead(503).end();
    if (fault === '500')
      return sendJson(response, 500, { code: 5001, message: 'Uncatalogued Error' });
    if (fault === 'html') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    }
    if (fault === 'json') return sendJson(response, 400, { code: 4008, message: 'too long' });
    const text =
      fault === 'json-as-csv' ? '{"code":5001,"message":"x"}' : logBetween(from, Number(end), step);
    const body = Buffer.from(text);
    const half = Math.floor(body.length / 2) + 3;
    response.writeHead(200, {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="lookups.csv"',
      'content-length': body.length,
    });
    if (fault === 'json-as-csv') return void response.end(body);
    // The service resets the connection only after the client has read the written bytes, because a reset can overtake bytes.
    const isRead = new Promise<void>((resolve) => {
      if (fault !== 'reset') return resolve();
      const stop = onRead(`start=${from}`, () => {
        stop();
        resolve();
      });
    });
    response.write(body.subarray(0, half));
    await isRead;
    await log.beforeHalf?.(from);
    if (fault === 'truncate') response.socket?.end();
    else if (fault === 'reset') response.socket?.resetAndDestroy();
    else if (fault !== 'stall') response.end(body.subarray(half));
  }

  return log;
}
