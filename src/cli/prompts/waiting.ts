// Shows on standard error that the tool is waiting: a line that is redrawn on a terminal, a plain one now and
// then elsewhere, events with `--json`.
import { showMovingLine } from '../output/moving-line';
import type { Output } from '../output/output';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
const eventEveryMs = 30_000;

/** How a wait is shown. */
export interface WaitingOptions {
  text: string;
  /** Whether standard error is a terminal that can redraw a line. */
  moving: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Starts to show a wait. Returns a function that removes it; further calls have no effect. */
export function showWaiting(output: Output, { text, moving, now }: WaitingOptions): () => void {
  const began = now();
  const elapsed = () => Math.floor((now() - began) / 1000);
  if (output.json) {
    return every(eventEveryMs, () => output.event({ event: 'waiting', elapsed_sec: elapsed() }));
  }
  if (moving) {
    let frame = 0;
    const line = () => {
      const seconds = elapsed();
      const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      return `${frames[frame++ % frames.length]} ${clock} ${text}`;
    };
    return showMovingLine(output, line, frameMs).end;
  }
  output.draw(`${text}\n`);
  return every(eventEveryMs, () => {
    output.draw(`Still waiting after ${elapsed()} seconds.\n`);
  });
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}
