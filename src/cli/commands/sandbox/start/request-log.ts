// Writes a line to the terminal or to the sandbox's log file for each request that the sandbox receives.
import { statSync, truncateSync } from 'node:fs';
import type { Sandbox } from '../../../../sandbox/server/sandbox';
import type { Output } from '../../../output/output';
import { requestLine } from '../../../output/request-line';
import { counted } from '../../../output/words';
import { loggedRequest } from '../logged-request';

const maxLogBytes = 10 * 1024 * 1024;

/**
 * Writes a line to standard error for each request. `log` is the log file that receives standard error, or undefined if
 * there is no log file. waypost truncates a log file that is too large, then calls `head` to write the first line
 * again.
 */
export async function logRequests(
  output: Output,
  { journal }: Sandbox,
  log: string | undefined,
  head: () => void,
): Promise<void> {
  const color = await output.stderrColors();
  let written = log === undefined ? 0 : (statSync(log, { throwIfNoEntry: false })?.size ?? 0);
  journal.watch((records, more) => {
    const isLog = log !== undefined;
    const lines = records.map((one) => `${requestLine(loggedRequest(one), color, isLog)}\n`);
    if (more > 0) lines.push(`${color.dim(`and ${counted(more, 'more request')}`)}\n`);
    const text = lines.join('');
    const size = Buffer.byteLength(text);
    written += size;
    if (isLog && written > maxLogBytes) {
      written = size;
      truncateLog(log);
      head();
    }
    output.draw(text);
  });
}

function truncateLog(log: string): void {
  try {
    truncateSync(log);
  } catch {
    // waypost ignores the error. If the log file was removed, waypost cannot truncate it.
  }
}
