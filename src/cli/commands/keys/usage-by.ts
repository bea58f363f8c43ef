// `waypost keys usage --by`: counts the lookups in a range by tag, type or licensee. The counts come from the lookup
// log.

import type { UsageQuery } from '../../../client/keys';
import type { RequestedRange } from '../../../export/range';
import { type CountedBy, UsageCounts } from '../../../export/usage-counts';
import { exactInteger } from '../../../lib/exact-json';
import { withoutOptimizing } from '../../../lib/webassembly';
import { isRelative, noteMinutes, noteRange, type RangeOptions, rangeText } from '../../line/range';
import type { Colors } from '../../output/color';
import type { Output } from '../../output/output';
import { type Column, table } from '../../output/table';
import { widestOf, wrap } from '../../output/width';
import { counted, grouped } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import { logSource, warnOfIrregularRows } from '../lookups/log';
import { readWindows } from '../lookups/read-windows';
import { filterLines } from './usage-text';

interface UsageByDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

interface UsageByQuery {
  by: CountedBy;
  range: RequestedRange;
  filter: UsageQuery;
  named: string | undefined;
}

export async function usageBy(
  { output, credentials, service }: UsageByDependencies,
  options: RangeOptions,
  { by, range, filter, named }: UsageByQuery,
): Promise<void> {
  const source = await logSource({ output, credentials, service }, filter, named);
  if (output.json || !output.asData) await noteMinutes(output, options);
  else if (isRelative(options)) await noteRange(output, options, range);
  const usage = await withoutOptimizing(async () => {
    const counts = new UsageCounts(by, filter.tags);
    await readWindows(source, range, counts);
    return counts;
  });
  await warnOfIrregularRows(output, usage);
  const { explicit } = range;
  const result = {
    by,
    start: explicit ? new Date(range.start).toISOString() : null,
    end: explicit ? new Date(range.end).toISOString() : null,
    total: exactInteger(usage.total),
    counts: usage.counts.map(({ name, lookups }) => ({
      name: name === '' ? null : name,
      count: exactInteger(lookups),
    })),
    several_tags: exactInteger(usage.severalTags),
  };
  await output.result(result, (color) =>
    usageByText({ usage, by, range, filter }, color, output.width ?? 80),
  );
}

interface UsageByView {
  usage: Pick<UsageCounts, 'total' | 'counts' | 'severalTags'>;
  by: CountedBy;
  range: RequestedRange;
  filter: UsageQuery;
}

/** The maximum number of rows in the table. */
const mostRows = 20;
const widestBar = 40;
const narrowestBar = 4;
const narrowestName = 8;
const widestName = 32;
/** The total width of the two gaps between the table's three columns. */
const gaps = 4;

const withoutNames: Readonly<Record<CountedBy, string>> = {
  tag: '(no tag)',
  type: '(no type)',
  licensee: '(no licensee)',
};

export function usageByText(
  { usage, by, range, filter }: UsageByView,
  color: Colors,
  width: number,
): string {
  const total = exactInteger(usage.total);
  const count = counted(total, 'lookup');
  const told = range.explicit ? ` in ${rangeText(range)}` : ' in the last 21 days';
  const [head = '', ...more] = wrap(`${count}${told}`, width);
  const lines = [
    head.replace(count, color.bold(count)),
    ...more,
    ...filterLines(filter).flatMap((line) => wrap(line, width)),
  ];
  if (usage.counts.length === 0) return lines.join('\n');
  lines.push('', ...bars({ usage, by, range, filter }, color, width));
  for (const note of notesOf(usage, by))
    lines.push(...wrap(note, width).map((line) => color.dim(line)));
  return lines.join('\n');
}

function bars({ usage, by }: UsageByView, color: Colors, width: number): string[] {
  const shown = usage.counts.slice(0, mostRows);
  const counts = shown.map(({ lookups }) => grouped(exactInteger(lookups)));
  const title = by.toUpperCase();
  const names = shown.map(({ name }) => name || withoutNames[by]);
  const nameWidth = Math.min(widestName, widestOf([title, ...names]));
  const free = width - nameWidth - widestOf(['LOOKUPS', ...counts]) - gaps;
  const most = Number(shown[0]?.lookups ?? 0n);
  const columns: Column[] = [
    { title, minWidth: Math.min(narrowestName, nameWidth) },
    { title: 'LOOKUPS', align: 'right' },
  ];
  const hasBars = free >= narrowestBar;
  if (hasBars) columns.push({ title: '', color: 'cyan' });
  const rows = shown.map(({ lookups }, index) => {
    const cells = [names[index] ?? '', counts[index] ?? ''];
    if (hasBars) cells.push(bar(Number(lookups), most, Math.min(free, widestBar)));
    return cells;
  });
  return table(columns, rows, color, width);
}

/** Returns a bar whose length is proportional to the count. A bar for a count above 0 has at least one character. */
function bar(count: number, most: number, width: number): string {
  if (count <= 0 || most <= 0) return '';
  return '█'.repeat(Math.max(1, Math.round((count / most) * width)));
}

function notesOf({ counts, severalTags }: UsageByView['usage'], by: CountedBy): string[] {
  const notes: string[] = [];
  const hidden = counts.length - mostRows;
  if (hidden > 0)
    notes.push(`${counted(hidden, `more ${by}`)}. To see the complete list, use --format csv.`);
  if (by === 'tag') {
    const several = exactInteger(severalTags);
    const has = severalTags === 1n ? 'has' : 'have';
    notes.push(
      severalTags === 0n
        ? 'No lookup has more than one tag, so the counts add up to the total.'
        : `${counted(several, 'lookup')} ${has} more than one tag. Each tag's count includes all lookups with the tag, but the total includes each lookup only once.`,
    );
  }
  return notes;
}
