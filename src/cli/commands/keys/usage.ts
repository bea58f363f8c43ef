// `waypost keys usage`: lookups consumed over a range, day by day. Ranges that are too long for one request
// are requested in windows and summed.
import type { UsageRecord } from '../../../api/keys';
import { maximumTags } from '../../../api/limits';
import { type OwnedKey, unexpectedResult } from '../../../client/owned-key';
import { isUsageRecord, keyUsage, sumUsage, type UsageQuery } from '../../../client/usage';
import { type Range, windowsOf } from '../../../export/range';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { logHints, withHints } from '../../hints/by-api-code';
import { filled, tagsOf } from '../../line/option-values';
import { parseRange, type RangeOptions } from '../../line/range';
import { isRelative, noteMinutes, noteRange } from '../../output/range';
import { valueText } from '../../output/words';
import type { Context } from '../../run/context';
import { keepLicensee, licenseeOf, ownedKey } from '../../run/owned-key';
import { rangeBefore, rangeOf, usageText } from './usage-text';

interface UsageOptions extends RangeOptions {
  tag?: string[];
  licensee?: string;
}

export async function usage(
  context: Context,
  options: UsageOptions,
  named?: string,
): Promise<void> {
  const given = filterOf(context, options);
  const range = parseRange(options, context.system.clock.now());
  const windows = range.explicit ? windowsOf(range) : [{}];
  const key = await ownedKey(context, named);
  const { output } = context;
  keepLicensee(context, given.licensee);
  if (output.json || !output.asData) await noteMinutes(context, options);
  else if (isRelative(options)) await noteRange(context, options, range);
  await withHints(logHints(named), async () => {
    const { licensee } = given;
    const filter =
      licensee === undefined ? given : { ...given, licensee: await licenseeOf(key, licensee) };
    const results: unknown[] = [];
    for (const window of windows) results.push(await keyUsage(key, { ...window, ...filter }));
    const [only] = results;
    if (results.length === 1 && (output.asData || !isUsageRecord(only))) {
      return output.result(only, () => valueText(only));
    }
    const usage = sumUsage(results.map(usageRecord));
    if (output.asData) return output.result(usage, () => '');
    const shown = rangeOf(usage, range.explicit ? range : undefined);
    const before = shown === undefined ? undefined : await usageIn(key, rangeBefore(shown), filter);
    await output.result(usage, (colour) =>
      usageText({ usage, range: shown, before, filter }, colour, output.width ?? 80),
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
    .flatMap((text) => filled('--tag', text)?.split(',') ?? [])
    .flatMap((text) => text.trim() || []);
  if (tags.length > maximumTags) {
    throw invalidInput(`${tags.length} tags were given.`, `Give at most ${maximumTags}.`);
  }
  return { tags, licensee: filled('--licensee', licensee) };
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
