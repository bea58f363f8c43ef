// `waypost keys usage`: lookups consumed over a range, day by day. Ranges that are too long for one request
// are requested in windows and summed.
import type { UsageRecord } from '../../../api/keys';
import { maximumTags } from '../../../api/limits';
import { isUsageRecord, keyUsage, sumUsage, type UsageQuery } from '../../../client/keys';
import { type OwnedKey, unexpectedResult } from '../../../client/owned-key';
import { dateValue, dayMs, type Range, windowsOf } from '../../../export/range';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { logHints, withHints } from '../../hints/by-api-code';
import { nonEmpty, tagsOf } from '../../line/option-values';
import {
  isEndOfDay,
  isRelative,
  isStartOfDay,
  noteMinutes,
  noteRange,
  parseRange,
  type RangeOptions,
  rangeText,
  timeOfDay,
} from '../../line/range';
import { chart, type Day, sparkline } from '../../output/chart';
import type { Colours } from '../../output/colour';
import { oneLine } from '../../output/printable';
import { wrap } from '../../output/width';
import { counted, dayText, grouped, valueText, weekdayName } from '../../output/words';
import type { Context } from '../../run/context';
import { maskLicensee, ownedKey, resolveLicensee } from '../../run/owned-key';

interface UsageOptions extends RangeOptions {
  tag?: string[];
  licensee?: string;
}

export async function keysUsage(
  context: Context,
  options: UsageOptions,
  named?: string,
): Promise<void> {
  const given = filterOf(context, options);
  const range = parseRange(options, context.system.clock.now());
  const windows = range.explicit ? windowsOf(range) : [{}];
  const key = await ownedKey(context, named);
  const { output } = context;
  maskLicensee(context, given.licensee);
  if (output.json || !output.asData) await noteMinutes(context, options);
  else if (isRelative(options)) await noteRange(context, options, range);
  await withHints(logHints(named), async () => {
    const licensee = given.licensee && (await resolveLicensee(key, given.licensee));
    const filter = { ...given, licensee };
    const results: unknown[] = [];
    for (const window of windows) results.push(await keyUsage(key, { ...window, ...filter }));
    const [only] = results;
    if (results.length === 1 && (output.asData || !isUsageRecord(only))) {
      return output.result(only, () => valueText(only));
    }
    const usage = sumUsage(results.map(usageRecord));
    if (output.asData) return output.result(usage, () => '');
    const told = recordRange(usage, range.explicit ? range : undefined);
    const before = told && (await usageIn(key, rangeBefore(told), filter));
    await output.result(usage, (colour) =>
      usageText({ usage, range: told, before, filter }, colour, output.width ?? 80),
    );
  });
}

function filterOf(context: Context, { tag = [], licensee }: UsageOptions): UsageQuery {
  if (tagsOf(context.options.tags ?? '').length > 0) {
    throw invalidInput(
      '--tags labels what is billed, and nothing is billed here.',
      'To count only requests with a tag, give --tag.',
    );
  }
  const tags = tag
    .flatMap((text) => nonEmpty('--tag', text)?.split(',') ?? [])
    .flatMap((text) => text.trim() || []);
  if (tags.length > maximumTags) {
    throw invalidInput(`${tags.length} tags were given.`, `Give at most ${maximumTags}.`);
  }
  return { tags, licensee: nonEmpty('--licensee', licensee) };
}

function usageRecord(result: unknown): UsageRecord {
  if (isUsageRecord(result)) return result;
  throw unexpectedResult('no total and days that could be summed over more than 90 days').with({
    hint: 'Ask for 90 days or less at a time; then the answer is shown as it is.',
  });
}

/**
 * Usage of a range to compare with; undefined if it is not available. The requested usage is there already,
 * so a failure only omits the comparison.
 */
async function usageIn(
  key: OwnedKey,
  range: Range,
  filter: UsageQuery,
): Promise<UsageRecord | undefined> {
  const records: UsageRecord[] = [];
  try {
    for (const window of windowsOf(range)) {
      records.push(usageRecord(await keyUsage(key, { ...window, ...filter })));
    }
  } catch (error) {
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
  return sumUsage(records);
}

export interface UsageView {
  usage: UsageRecord;
  /** The range; undefined if neither the record nor the request has one. */
  range: Range | undefined;
  /** Usage of the range of the same length just before; undefined if it is not known. */
  before: UsageRecord | undefined;
  filter: UsageQuery;
}

const grainCaptions = {
  day: '',
  week: 'Each bar is a week from Monday.',
  month: 'Each bar is a month.',
  year: 'Each bar is a year.',
};

export function usageText(
  { usage, range, before, filter }: UsageView,
  colour: Colours,
  width: number,
): string {
  const days = sortedDays(usage);
  const [first, last] = [days[0], days.at(-1)];
  const counts = first && last && { start: first.at, end: last.at + dayMs - 1 };
  const told = range ?? counts;
  const lines = [
    `${colour.bold(counted(usage.total, 'lookup'))}${told === undefined ? '' : ` in ${rangeText(told)}`}`,
    ...filterLines(filter),
    ...comparison(usage, before, colour),
  ];
  if (days.some(({ count }) => count > 0)) {
    const whole = wholeDays(days, range);
    lines.push('', ...chartLines(whole, partialDays(days, range), colour, width));
    if (whole.length > 0) {
      const daysBefore = before === undefined ? [] : sortedDays(before);
      const wholeBefore = wholeDays(daysBefore, range && rangeBefore(range));
      lines.push('', ...sparklines(whole, wholeBefore, colour, width), busiestDay(days, colour));
    }
  }
  return lines.join('\n');
}

function sortedDays({ dailyCount }: UsageRecord): Day[] {
  return dailyCount
    .map(({ date, count }) => ({ at: Date.parse(date), count }))
    .sort((one, other) => one.at - other.at);
}

/**
 * The chart of complete days: a bar of a part of a day would look like a fall. Below it, the days that it
 * omits.
 */
function chartLines(
  whole: readonly Day[],
  partial: string,
  colour: Colours,
  width: number,
): string[] {
  const caption = (text: string) => wrap(text, width).map((line) => colour.dim(line));
  if (whole.length === 0) return caption(`A chart needs a whole day; counted: ${partial}.`);
  const { grain, lines } = chart(whole, width, colour);
  const captions: string[] = [
    grainCaptions[grain],
    ...(partial === '' ? [] : [`Days in part are not in the chart: ${partial}.`]),
  ];
  return [...lines, ...captions.filter((text) => text !== '').flatMap(caption)];
}

function filterLines({ tags = [], licensee }: UsageQuery): string[] {
  const parts = [
    ...(tags.length === 0 ? [] : [`tagged ${tags.map(oneLine).join(' and ')}`]),
    ...(licensee === undefined ? [] : ['of one licensee']),
  ];
  return parts.length === 0 ? [] : [`Only requests ${parts.join(', ')}`];
}

function comparison(
  { total }: UsageRecord,
  before: UsageRecord | undefined,
  colour: Colours,
): string[] {
  if (before === undefined) return [];
  const was = `the range before: ${grouped(before.total)}`;
  if (before.total === total) return [`The same as in ${was}`];
  const paint = total > before.total ? colour.green : colour.magenta;
  const percent = Math.round(((total - before.total) / before.total) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  const change =
    before.total === 0 ? `+${grouped(total)}` : `${sign}${grouped(Math.abs(percent))} %`;
  return [`${paint(change)} against ${was}`];
}

function sparklines(
  days: readonly Day[],
  daysBefore: readonly Day[],
  colour: Colours,
  width: number,
): string[] {
  const highest = Math.max(...[...days, ...daysBefore].map(({ count }) => count));
  const line = (label: string, of: readonly Day[]) => {
    const counts = of.map(({ count }) => count);
    return `${colour.dim(label.padEnd(13))} ${sparkline(counts, Math.max(1, width - 14), highest)}`;
  };
  return [
    ...(daysBefore.length === 0 ? [] : [line('Range before', daysBefore)]),
    line('This range', days),
  ];
}

function busiestDay(days: readonly Day[], colour: Colours): string {
  const { at, count } = days.reduce((most, day) => (day.count > most.count ? day : most));
  const label = colour.dim('Busiest day'.padEnd(13));
  return `${label} ${weekdayName(at)} ${dayText(at)}, ${counted(count, 'lookup')}`;
}

/**
 * The range of a record, in epoch milliseconds, both ends included. Without one in the record it is `asked`;
 * undefined without both.
 */
export function recordRange({ start, end }: UsageRecord, asked?: Range): Range | undefined {
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
      const until = end < at + dayMs && !isEndOfDay(end) ? ` until ${timeOfDay(end)}` : '';
      return `${dayText(at)}${from}${until} (${counted(count, 'lookup')})`;
    });
  return parts.join(', ');
}

function isWhole({ at }: Day, { start, end }: Range): boolean {
  const last = at + dayMs - 1;
  return (
    isStartOfDay(at) &&
    start <= at &&
    (end >= last || (isEndOfDay(end) && end >= at && last - end < 1000))
  );
}
