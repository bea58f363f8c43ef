// Shows that the tool is waiting, on standard error: a line that moves on a terminal, a plain one now
// and then elsewhere, events with `--json`.
import type { Output } from './output';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
const eventEveryMs = 30_000;

/** A wait being shown. */
export interface Waiting {
  /** The time waited so far, in milliseconds. */
  elapsed(ms: number): void;
  /** Takes the moving line away. */
  end(): void;
}

/** Begins to show a wait. `moving` where standard error is a terminal that can redraw a line. */
export function showWaiting(output: Output, text: string, moving: boolean): Waiting {
  if (output.json)
    return everyThirtySeconds((sec) => output.event({ event: 'waiting', elapsed_sec: sec }));
  if (moving) return movingLine(output, text);
  output.stderr.write(`${text}\n`);
  return everyThirtySeconds((sec) => output.stderr.write(`Still waiting after ${sec} seconds.\n`));
}

function everyThirtySeconds(tell: (seconds: number) => void): Waiting {
  let told = 0;
  return {
    elapsed(ms) {
      const due = Math.floor(ms / eventEveryMs);
      if (due > told) {
        told = due;
        tell(Math.floor(ms / 1000));
      }
    },
    end() {},
  };
}

function movingLine({ stderr }: Output, text: string): Waiting {
  let frame = 0;
  let seconds = 0;
  const draw = () => {
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const line = `${frames[frame % frames.length]} ${text} ${clock}`;
    const width = Math.max(10, (stderr.columns || 80) - 1);
    stderr.write(`\r\x1b[2K${[...line].slice(0, width).join('')}`);
    frame += 1;
  };
  stderr.write('\x1b[?25l');
  draw();
  const timer = setInterval(draw, frameMs);
  const restore = () => stderr.write('\r\x1b[2K\x1b[?25h');
  process.once('exit', restore);
  return {
    elapsed(ms) {
      seconds = Math.floor(ms / 1000);
    },
    end() {
      clearInterval(timer);
      process.removeListener('exit', restore);
      restore();
    },
  };
}
