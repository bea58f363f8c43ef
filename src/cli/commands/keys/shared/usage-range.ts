// The range of a usage record, the range of equal length before it, and which of its days are complete.
import type { UsageRecord } from '../../../../api/keys';
import { dateValue, type Range } from '../../../../export/range';
import type { Day } from '../../../output/chart';
import { isDayBegin, isDayEnd, timeOfDay } from '../../../output/range';
import { counted, dayText } from '../../../output/words';

const dayMs = 86_400_000;

/**
 * The range of a record, in epoch milliseconds, both ends included. Without one in the record it is `asked`;
 * undefined without both.
 */
export function rangeOf({ start, end }: UsageRecord, asked?: Range): Range | undefined {
  const from = dateValue(start ?? '', false);
  const to = dateValue(end ?? '', true);
  return from === undefined || to === undefined || to < from ? asked : { start: from, end: to };
}

/** The range of the same length that ends 1 ms before this one begins. */
export function rangeBefore({ start, end }: Range): Range {
  return { start: start - (end - start) - 1, end: start - 1 };
}

/** The days that lie completely in the range; all of them if the range is not known. */
export function wholeDays(days: readonly Day[], range: Range | undefined): Day[] {
  return days.filter((day) => range === undefined || isWhole(day, range));
}

/** The days that lie partly in the range, with their counts: '' if there are none. */
export function partialDays(days: readonly Day[], range: Range | undefined): string {
  if (range === undefined) return '';
  const { start, end } = range;
  const parts = days
    .filter((day) => !isWhole(day, range))
    .map(({ at, count }) => {
      const from = start > at ? ` from ${timeOfDay(start)}` : '';
      const until = end < at + dayMs && !isDayEnd(end) ? ` until ${timeOfDay(end)}` : '';
      return `${dayText(at)}${from}${until} (${counted(count, 'lookup')})`;
    });
  return parts.join(', ');
}

function isWhole({ at }: Day, { start, end }: Range): boolean {
  const last = at + dayMs - 1;
  return (
    isDayBegin(at) &&
    start <= at &&
    (end >= last || (isDayEnd(end) && end >= at && last - end < 1000))
  );
}
