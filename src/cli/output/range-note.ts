// Prints the range in use on standard error, so that nobody takes `3m` for three months or a day for another
// one.
import type { Range } from '../../export/range';
import type { RangeOptions } from '../line/range-options';
import { isInMinutes, namedRange } from '../line/range-words';
import type { Context } from '../run/context';
import { rangeText } from './range-text';

/** Whether a range was given in words or as a length, so that it depends on the current time. */
export function isRelative({ start, end, last }: RangeOptions): boolean {
  const named = [start, end].some(
    (text) => text !== undefined && namedRange(text, 0) !== undefined,
  );
  return last !== undefined || named;
}

/** Prints the range in use; with --json as an event. */
export async function noteRange(
  { output }: Context,
  options: RangeOptions,
  { start, end }: Range,
): Promise<void> {
  if (output.json) {
    const [from, to] = [start, end].map((ms) => new Date(ms).toISOString());
    output.event({ event: 'range', start: from, end: to });
    return;
  }
  const text = [`Range: ${rangeText({ start, end })}.`, minutesText(options)].join(' ').trimEnd();
  await output.note((colour) => colour.dim(text));
}

/** Warns that `m` means minutes, for results that name their range themselves. */
export async function noteMinutes({ output }: Context, options: RangeOptions): Promise<void> {
  const text = minutesText(options);
  if (text !== '' && !output.json) await output.note((colour) => colour.dim(text));
}

function minutesText({ last }: RangeOptions): string {
  if (last === undefined || !isInMinutes(last)) return '';
  const [count = ''] = /\d+/.exec(last) ?? [];
  return `${count}m is in minutes; in months: --last ${count}mo.`;
}
