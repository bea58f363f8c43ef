// Writes a line for each request to a running sandbox, either to the terminal or to the sandbox's log file.
import { statSync, truncateSync } from 'node:fs';
import type { Sandbox } from '../../../../sandbox/server/sandbox';
import type { Output } from '../../../output/output';
import { requestLine } from '../../../output/request-line';
import { counted } from '../../../output/words';
import { loggedRequest } from '../logged-request';

const maxLogBytes = 10 * 1024 * 1024;

/**
 * Writes a line for each request to standard error. `log` is the file that standard error is redirected to; undefined at
 * a terminal. After the file was truncated, `head` writes its first line again.
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
    written += Buffer.byteLength(text);
    if (isLog && written > maxLogBytes) {
      written = text.length;
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
    // The file was removed, so it cannot grow.
  }
}
