// Progress of a long transfer on standard error: one line that is redrawn on a terminal, an event now and
// then with `--json`, nothing elsewhere.
import { grouped } from './figures';
import { type Progress, showEvents, showMovingLine } from './moving-line';
import type { Output } from './output';

/** The state of a transfer at a moment. */
export interface TransferState {
  rows: number;
  bytes: number;
  /** The part that is done, from 0 to 1; undefined if it is not known. */
  part: number | undefined;
}

/** Starts to show a transfer. `look` is called for its state now and then. */
export function showTransfer(
  output: Output,
  now: () => number,
  look: () => TransferState,
): Progress {
  if (output.json) {
    return showEvents(output, () => {
      const { rows, bytes, part } = look();
      return { rows, bytes, ...(part === undefined ? {} : { part }) };
    });
  }
  const started = now();
  const first = look();
  return showMovingLine(output, () => progressLine(look(), first, now() - started));
}

/** The line: rows, bytes, rate, and the time left if it is known. */
export function progressLine(
  { rows, bytes, part }: TransferState,
  first: TransferState,
  elapsedMs: number,
): string {
  const rate = elapsedMs > 0 ? ((bytes - first.bytes) / elapsedMs) * 1000 : 0;
  const parts = [`${grouped(rows)} rows`, size(bytes), `${size(rate)}/s`];
  const done = (part ?? 0) - (first.part ?? 0);
  if (part !== undefined && done > 0 && elapsedMs > 1000) {
    parts.push(`${Math.floor(part * 100)} %`, `${clock((elapsedMs / done) * (1 - part))} left`);
  }
  return parts.join(' · ');
}

/** A number of bytes in the unit a person would use. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A length of time as `1:05` or `2:46:30`. */
export function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
