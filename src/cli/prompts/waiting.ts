// Shows on standard error that the tool is waiting: a line that is redrawn on a terminal, a plain one now and
// then elsewhere, events with `--json`.
import { shown } from '../output/characters';
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
  if (moving) return movingLine(output, text, elapsed);
  output.stderr.write(shown(`${text}\n`));
  return every(eventEveryMs, () => {
    output.stderr.write(`Still waiting after ${elapsed()} seconds.\n`);
  });
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}

function movingLine({ stderr }: Output, text: string, elapsed: () => number): () => void {
  let frame = 0;
  const draw = () => {
    const seconds = elapsed();
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const line = shown(`${frames[frame % frames.length]} ${clock} ${text}`);
    const width = Math.max(10, (stderr.columns || 80) - 1);
    stderr.write(`\r\x1b[2K${[...line].slice(0, width).join('')}`);
    frame += 1;
  };
  stderr.write('\x1b[?25l');
  draw();
  const stop = every(frameMs, draw);
  let drawn = true;
  const restore = () => {
    if (drawn) stderr.write('\r\x1b[2K\x1b[?25h');
    drawn = false;
  };
  process.once('exit', restore);
  return () => {
    stop();
    process.removeListener('exit', restore);
    restore();
  };
}
