// Shows progress on standard error. At a terminal, waypost redraws a line. If `--json` is set, waypost writes events at
// regular intervals.
import type { Output } from './output';
import { printable } from './printable';
import { counted, grouped } from './words';

export interface Progress {
  end(): void;
}

/** Shows a line until `end` is called. Calls `line` for each frame. Shows nothing if waypost cannot redraw lines. */
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

/**
 * Shows the progress of work until `end` is called. If `--json` is set, writes an event every ten seconds. Otherwise,
 * shows a line. `look` returns the current progress.
 */
function showState<State>(
  output: Output,
  now: () => number,
  look: () => State,
  event: (state: State) => Record<string, unknown>,
  line: (state: State, first: State, elapsedMs: number) => string,
): Progress {
  if (output.json) {
    const tell = () => output.event({ event: 'progress', ...event(look()) });
    return { end: every(eventEveryMs, tell) };
  }
  const started = now();
  const first = look();
  return showMovingLine(output, () => line(look(), first, now() - started));
}

/**
 * Returns the completed percentage and the remaining time, or an empty list if the remaining time is not known yet.
 * `part` is the completed share of the work, and `first` is the completed share at the start.
 */
function timeLeft(part: number | undefined, first: number, elapsedMs: number): string[] {
  const done = (part ?? 0) - first;
  if (part === undefined || done <= 0 || elapsedMs <= 1000) return [];
  return [`${Math.floor(part * 100)}%`, `${durationText((elapsedMs / done) * (1 - part))} left`];
}

export interface BatchState {
  succeeded: number;
  failed: number;
  /** The number of failed rows for each reason, such as `not_found`. */
  failures: Readonly<Record<string, number>>;
  /** The number of lookups that the batch has cost so far. */
  lookups: number;
  /** The number of requests that might have cost lookups in addition to `lookups`. */
  inDoubt: number;
  /**
   * The share of the input that waypost has looked up, from 0 to 1, or undefined if the length of the input is not
   * known.
   */
  part: number | undefined;
  /** The share of the input that earlier runs looked up, from 0 to 1. */
  skipped: number;
  /**
   * The time in milliseconds until the service's limits allow the next request, or 0 if the limits do not delay
   * requests.
   */
  heldMs: number;
}

/** Starts showing the progress of a batch. Regularly calls `look`, which returns the current progress. */
export function showBatch(output: Output, now: () => number, look: () => BatchState): Progress {
  const event = ({ succeeded, failed, lookups, inDoubt, part, heldMs }: BatchState) => ({
    rows: succeeded + failed,
    failed,
    lookups,
    in_doubt: inDoubt,
    ...(part === undefined ? {} : { part: Number(part.toFixed(3)) }),
    held_ms: heldMs,
  });
  return showState(output, now, look, event, batchLine);
}

/** Returns the progress line of a batch. `first` is the progress at the start of this run. */
export function batchLine(state: BatchState, first: BatchState, elapsedMs: number): string {
  const { succeeded, failed, failures, lookups, inDoubt, part, skipped, heldMs } = state;
  const rows = succeeded + failed;
  const rate = elapsedMs > 0 ? ((rows - first.succeeded - first.failed) / elapsedMs) * 1000 : 0;
  const parts = [counted(rows, 'row')];
  for (const [reason, number] of Object.entries(failures)) {
    if (number > 0) parts.push(`${grouped(number)} ${reason.replaceAll('_', ' ')}`);
  }
  parts.push(counted(lookups, 'lookup'));
  if (inDoubt > 0) parts.push(`${grouped(inDoubt)} without a response`);
  if (heldMs > 1500) parts.push(`delayed by the service for ${durationText(heldMs)}`);
  else parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`, ...timeLeft(part, skipped, elapsedMs));
  return parts.join(' · ');
}

export interface TransferState {
  rows: number;
  bytes: number;
  /** The completed share of the transfer, from 0 to 1, or undefined if the share is not known. */
  part: number | undefined;
}

/** Starts showing the progress of a transfer. Regularly calls `look`, which returns the current progress. */
export function showTransfer(
  output: Output,
  now: () => number,
  look: () => TransferState,
): Progress {
  const event = ({ rows, bytes, part }: TransferState) => ({
    rows,
    bytes,
    ...(part === undefined ? {} : { part }),
  });
  return showState(output, now, look, event, transferLine);
}

/** Returns the progress line of a transfer: rows, bytes, rate, and the remaining time if it is known. */
export function transferLine(
  { rows, bytes, part }: TransferState,
  first: TransferState,
  elapsedMs: number,
): string {
  const rate = elapsedMs > 0 ? ((bytes - first.bytes) / elapsedMs) * 1000 : 0;
  const left = timeLeft(part, first.part ?? 0, elapsedMs);
  return [counted(rows, 'row'), sizeText(bytes), `${sizeText(rate)}/s`, ...left].join(' · ');
}

/** Formats a number of bytes with a suitable unit. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Formats a duration as `1:05` or `2:46:30`. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
const waitingEveryMs = 30_000;

export interface WaitingOptions {
  text: string;
  /** True if waypost can redraw a line of standard error. */
  moving: boolean;
  /** Returns the current time in milliseconds since the epoch. */
  now: () => number;
}

/**
 * Starts showing that waypost is waiting. Returns a function that stops the progress output and, at a terminal, clears
 * the line. Only the first call of the returned function has an effect.
 */
export function showWaiting(output: Output, { text, moving, now }: WaitingOptions): () => void {
  const began = now();
  const elapsed = () => Math.floor((now() - began) / 1000);
  if (output.json) {
    return every(waitingEveryMs, () => output.event({ event: 'waiting', elapsed_sec: elapsed() }));
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
  return every(waitingEveryMs, () => {
    output.draw(`Still waiting after ${elapsed()} seconds.\n`);
  });
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}
