// --start, --end and --last: the range of time a person means. Pure: the current time is a parameter.
import { defaultRangeDays } from '../../api/limits';
import { dateValue, type RequestedRange } from '../../export/range';
import { invalidInput } from '../../lib/errors';
import { beginOfLast, namedRange, rangeWords } from './range-words';

/** The options for a range, as given. */
export interface RangeOptions {
  start?: string | undefined;
  end?: string | undefined;
  last?: string | undefined;
}

const dayMs = 86_400_000;

/**
 * Reads the given range. Throws `invalid_input` for an invalid date and a start after the end.
 */
export function parseRange({ start, end, last }: RangeOptions, now: number): RequestedRange {
  if (last !== undefined) {
    if (start !== undefined || end !== undefined) {
      throw invalidInput(
        '--last cannot be combined with --start or --end.',
        'Use --last, or --start and --end.',
      );
    }
    return parseLast(last, now);
  }
  const to = end === undefined ? now : parseDate(end, '--end', now);
  const from = start === undefined ? defaultStart(to) : parseDate(start, '--start', now);
  if (from > to) {
    throw invalidInput(
      end === undefined ? '--start is in the future.' : '--start is after --end.',
      'Swap --start and --end, or omit --end to mean now.',
    );
  }
  return { start: from, end: to, explicit: start !== undefined || end !== undefined };
}

/**
 * The start of a range of the default length: before a whole day, the start of a day, so that the range has
 * whole days.
 */
function defaultStart(end: number): number {
  const endsWithDay = (end + 1) % dayMs === 0;
  return end - defaultRangeDays * dayMs + (endsWithDay ? 1 : 0);
}

/**
 * The given date as epoch milliseconds: of a day, week or month its first moment, for --end its last. Throws
 * `invalid_input`.
 */
export function parseDate(text: string, option: '--start' | '--end', now: number): number {
  const isEnd = option === '--end';
  const named = namedRange(text, now);
  if (named !== undefined) return isEnd ? named.end : named.start;
  const value = dateValue(text.trim(), isEnd);
  if (value !== undefined && !isMistaken(text.trim())) return value;
  const length = beginOfLast(text, now);
  throw invalidInput(
    `${option} is not a date: ${JSON.stringify(text)}.`,
    length !== undefined && !isEnd
      ? `A length of time goes with --last: --last ${text.trim()}.`
      : `Give a date (2026-01-31), a date-time (2026-01-31T12:00:00Z), a month (2026-01), ${rangeWords.slice(0, 2).join(', ')}, "${rangeWords.slice(2).join('", "')}", or epoch milliseconds, not seconds.`,
  );
}

/** Whether digits are more likely a date or epoch seconds than milliseconds of January 1970. */
function isMistaken(text: string): boolean {
  return /^(?:(?:19|20)\d{6}|1\d{9})$/.test(text);
}

function parseLast(text: string, now: number): RequestedRange {
  const [, word] = /^(?:last\s+)?(week|month)$/i.exec(text.trim()) ?? [];
  const calendar = word === undefined ? undefined : namedRange(`last ${word}`, now);
  if (calendar !== undefined) return { ...calendar, explicit: true };
  const start = beginOfLast(text, now);
  if (start !== undefined) return { start, end: now, explicit: true };
  const named = namedRange(text, now);
  const typed = /\s/.test(text.trim()) ? JSON.stringify(text.trim()) : text.trim();
  throw invalidInput(
    `--last is not a length of time: ${JSON.stringify(text)}.`,
    named === undefined
      ? 'Give a number and a unit, 30m (minutes), 24h, 7d, 3w, 3mo (months) or 1y; or week or month, the one before this.'
      : `To mean that range, give --start ${typed} --end ${typed}.`,
  );
}
