// Sends a key's lookup log as a CSV file.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { logColumns } from '../../../api/lookup-log';
import { ControlError } from '../../control/control';
import { keyOf } from '../../control/keys';
import type { Call } from '../../http/call';
import { sendDownload } from '../../http/download';
import { redactWhenDue } from '../../rules/log';
import type { Sandbox } from '../../server/sandbox';
import type { LogFilter } from '../../store/lookup-log';
import { readAtOnce, readFilter } from './log-filter';

/**
 * Returns the request handler for the log's CSV download. The handler sends a header row, and then all entries that
 * match the filter, oldest first.
 */
export function logCsv(sandbox: Sandbox): (call: Call) => Promise<Response> {
  return async (call) => {
    await redactWhenDue(sandbox);
    const { filter, problems } = readFilter(sandbox, call, keyOf(sandbox, call));
    const [problem] = problems;
    if (problem) throw new ControlError(422, `${problem.path} ${problem.message}`);
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="lookups.csv"',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    try {
      return await sendDownload(call, { headers, chunks: csvChunks(sandbox, filter) });
    } catch (error) {
      sandbox.report(error);
      return RESPONSE_ALREADY_SENT;
    }
  };
}

function* csvChunks({ store }: Sandbox, filter: LogFilter): Generator<string> {
  yield `${logColumns.join(',')}\n`;
  yield* store.log.csv(filter, readAtOnce);
}
