// One line on standard error that is redrawn during long work. Only on a terminal.

import type { Output } from './output';
import { printable } from './printable';

/** Something being shown. */
export interface Progress {
  end(): void;
}

/** Shows a line until `end`; `line` is called for each frame. Nothing where no line may move. */
export function showMovingLine(
  { moves, stderr }: Output,
  line: () => string,
  frameMs = 200,
): Progress {
  if (!moves) return { end() {} };
  const draw = () => {
    const width = Math.max(10, (stderr.columns || 80) - 1);
    stderr.write(`\r\x1b[2K${[...printable(line())].slice(0, width).join('')}`);
  };
  const restore = () => stderr.write('\r\x1b[2K\x1b[?25h');
  stderr.write('\x1b[?25l');
  draw();
  const timer = setInterval(draw, frameMs);
  process.once('exit', restore);
  let ended = false;
  return {
    end() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      process.removeListener('exit', restore);
      restore();
    },
  };
}

const eventEveryMs = 10_000;

/** Writes an event of progress as a line of JSON now and then, until `end`. */
export function showEvents(output: Output, look: () => Record<string, unknown>): Progress {
  const timer = setInterval(() => output.event({ event: 'progress', ...look() }), eventEveryMs);
  return { end: () => clearInterval(timer) };
}
