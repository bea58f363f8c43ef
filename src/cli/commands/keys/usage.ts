// `waypost keys usage`: counts a key's lookups in a range, day by day. If a range is too long for one request, the
// command splits the range into several requests and adds the counts.

import { maximumTags } from '../../../api/limits';
import {
  type ExactUsage,
  isExactUsage,
  keyUsage,
  sumUsage,
  type UsageQuery,
} from '../../../client/keys';
import { type OwnedKey, unexpectedResult } from '../../../client/owned-key';
import { type Range, windowsOf } from '../../../export/range';
import type { CountedBy } from '../../../export/usage-counts';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { logHints, withHints } from '../../hints/by-api-code';
import { nonEmpty, tagsOf } from '../../line/option-values';
import {
  isRelative,
  noteMinutes,
  noteRange,
  parseRange,
  type RangeOptions,
} from '../../line/range';
import { valueText } from '../../output/words';
import type { Dependencies } from '../../run/dependencies';
import type { SettingsInUse } from '../../run/settings-in-use';
import { maskLicensee, ownedKey, resolveLicensee } from '../shared/owned-key';
import { rangeBefore, recordRange, usageText } from './usage-text';

interface UsageOptions extends RangeOptions {
  tag?: string[];
  licensee?: string;
  by?: CountedBy;
}

export async function keysUsage(
  { system, output, credentials, service, settings }: Dependencies,
  options: UsageOptions,
  named?: string,
): Promise<void> {
  const given = filterOf(settings, options);
  const range = parseRange(options, system.clock.now());
  if (options.by !== undefined) {
    const { usageBy } = await import('./usage-by');
    return usageBy({ output, credentials, service }, options, {
      by: options.by,
      range,
      filter: given,
      named,
    });
  }
  const windows = range.explicit ? windowsOf(range) : [{}];
  const key = await ownedKey({ credentials, service }, named);
  maskLicensee(output, given.licensee);
  if (output.json || !output.asData) await noteMinutes(output, options);
  else if (isRelative(options)) await noteRange(output, options, range);
  await withHints(logHints(named), async () => {
    const licensee = given.licensee && (await resolveLicensee(key, given.licensee));
    const filter = { ...given, licensee };
    const results: unknown[] = [];
    for (const window of windows) results.push(await keyUsage(key, { ...window, ...filter }));
    const [only] = results;
    if (results.length === 1 && (output.asData || !isExactUsage(only))) {
      return output.result(only, () => valueText(only));
    }
    const usage = sumUsage(results.map(usageRecord));
    if (output.asData) return output.result(usage, () => '');
    const told = recordRange(usage, range.explicit ? range : undefined);
    const before = told && (await usageIn(key, rangeBefore(told), filter));
    await output.result(usage, (color) =>
      usageText({ usage, range: told, before, filter }, color, output.width ?? 80),
    );
  });
}

function filterOf(settings: SettingsInUse, { tag = [], licensee }: UsageOptions): UsageQuery {
  if (tagsOf(settings.options.tags ?? '').length > 0) {
    throw invalidInput(
      '--tags cannot be used with keys usage, because --tags adds tags to new lookups.',
      'To count only lookups with a tag, use --tag.',
    );
  }
  const tags = tag
    .flatMap((text) => nonEmpty('--tag', text)?.split(',') ?? [])
    .flatMap((text) => text.trim() || []);
  if (tags.length > maximumTags) {
    throw invalidInput(
      `--tag has ${tags.length} tags, but the service accepts at most ${maximumTags}.`,
      'Remove tags.',
    );
  }
  return { tags, licensee: nonEmpty('--licensee', licensee) };
}

function usageRecord(result: unknown): ExactUsage {
  if (isExactUsage(result)) return result;
  throw unexpectedResult('a numeric total and numeric daily counts').with({
    hint: 'Request 90 days or less. waypost then prints the result unchanged.',
  });
}

/**
 * Returns the usage in a range. Returns undefined if a request fails. The command then omits the comparison with this
 * range, but does not fail.
 */
async function usageIn(
  key: OwnedKey,
  range: Range,
  filter: UsageQuery,
): Promise<ExactUsage | undefined> {
  const records: ExactUsage[] = [];
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
