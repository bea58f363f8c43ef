// `waypost keys usage`: lookups consumed over a range, day by day. Ranges that the service does not
// answer at once are asked for in windows and summed.
import type { Command } from 'commander';
import { maximumTags } from '../../../api/limits';
import type { UsageRecord } from '../../../api/types';
import { type OwnedKey, unexpectedResult } from '../../../client/owned-key';
import { isUsageRecord, keyUsage, sumUsage, type UsageQuery } from '../../../client/usage';
import { parseRange, type Range, type RangeOptions, windowsOf } from '../../../export/range';
import { invalidInput, WaypostError } from '../../../lib/errors';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { logSteps } from '../../hints/key-hints';
import { repeated } from '../../option-values';
import { keepLicensee, ownedKey } from '../../owned-key';
import { valueText } from '../../ui/words';
import { rangeBefore, rangeOf } from './shared/usage-range';
import { usageText } from './shared/usage-text';

const help = `
Examples:
  waypost keys usage --last 7d
  waypost keys usage --start 2026-01-01 --end 2026-03-31 --tag checkout --tag de
  waypost keys usage --start 2025-01-01 --json

Dates are UTC: 2026-01-31 (as --end: that day's last millisecond), 2026-01-31T12:00:00Z, or epoch
milliseconds. Without a range, the service's own default holds: the last 21 days.

Output (--json): the service's usage record, unchanged:
  {"start": "…", "end": "…", "total": 12, "dailyCount": [{"date": "…", "count": 1}, …]}
  Over 90 days: the records of the windows as one, total and dailyCount summed
Errors: invalid_input (2) for a date that is none, a start after the end, more than 3 tags`;

interface Options extends RangeOptions {
  tag?: string[];
  licensee?: string;
}

export function register(command: Command, act: Act): void {
  command
    .description('Show the lookups a key consumed: total, day by day, and beside the range before.')
    .argument('[key]', 'API key; the one in use by default')
    .option('--start <date>', 'first moment of the range')
    .option('--end <date>', 'last moment of the range (default: now)')
    .option('--last <time>', 'a range that ends now: 7d, 24h, 3w')
    .option(
      '--tag <tag>',
      'only requests with this tag; up to 3, all of them must be there',
      repeated,
    )
    .option('--licensee <licensee>', 'only this licensee: its id or key')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, named?: string): Promise<void> {
  const filter = filterOf(context, options);
  const range = parseRange(options, context.world.clock.now());
  const windows = range.explicit ? windowsOf(range) : [{}];
  const key = await ownedKey(context, named);
  const { output } = context;
  keepLicensee(context, filter.licensee);
  await withNextSteps(logSteps(named), async () => {
    const results: unknown[] = [];
    for (const window of windows) results.push(await keyUsage(key, { ...window, ...filter }));
    const [only] = results;
    if (results.length === 1 && (output.json || !isUsageRecord(only))) {
      return output.result(only, () => valueText(only));
    }
    const usage = sumUsage(results.map(usageRecord));
    if (output.json) return output.result(usage, () => '');
    const shown = rangeOf(usage, range.explicit ? range : undefined);
    const before = shown === undefined ? undefined : await usageIn(key, rangeBefore(shown), filter);
    await output.result(usage, (colour) =>
      usageText({ usage, range: shown, before, filter }, colour, output.width ?? 80),
    );
  });
}

function filterOf(context: Context, { tag = [], licensee }: Options): UsageQuery {
  if (context.tags.length > 0) {
    throw invalidInput(
      '--tags labels what is billed, and nothing is billed here.',
      'To count only requests with a tag, give --tag.',
    );
  }
  const tags = tag.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || []);
  if (tags.length > maximumTags) {
    throw invalidInput(
      `${tags.length} tags were given.`,
      `Give at most ${maximumTags} (code 4009 of the service).`,
    );
  }
  if (licensee?.trim() === '') throw invalidInput('--licensee is empty.');
  return { tags, licensee: licensee?.trim() };
}

function usageRecord(result: unknown): UsageRecord {
  if (isUsageRecord(result)) return result;
  throw unexpectedResult('no total and days that could be summed over more than 90 days').with({
    hint: 'Ask for 90 days or less at a time; then the answer is shown as it is.',
  });
}

/**
 * Usage of a range to compare with; undefined where it cannot be had. What was asked for is there already,
 * so a failure here only leaves the comparison out.
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
