// `waypost licensees list`: a page of the licensees of a key, or all of them.

import type { LicenseePage } from '../../../api/licensees';
import { maximumLicensees } from '../../../api/limits';
import { type LicenseeListQuery, listAllLicensees, listLicensees } from '../../../client/licensees';
import { keyHints, licenseeHints, withHints } from '../../hints/by-api-code';
import { filled, wholeNumber } from '../../line/option-values';
import { table } from '../../output/table';
import { timeText } from '../../output/words';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { dailyText, keyPreview, text } from './shared/text';

const highestId = 2 ** 31 - 1;

interface Options {
  limit?: string;
  startingAfter?: string;
  query?: string;
  all?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, named?: string): Promise<void> {
  const query = queryOf(options);
  const key = await ownedKey(context, named);
  const hints = { ...licenseeHints(key), ...keyHints(named) };
  const { page, stopped } = await withHints(hints, async () =>
    options.all
      ? listAllLicensees(key, query)
      : { page: await listLicensees(key, query), stopped: undefined },
  );
  // The pages that were read are kept: a person sees them above the error, a script finds them inside.
  if (stopped === undefined || !context.output.json) await show(context, page, query);
  if (stopped !== undefined)
    throw stopped.with({ details: page, about: { option: '--starting-after ' } });
}

function queryOf({ limit, startingAfter, query }: Options): LicenseeListQuery {
  return {
    limit: limit === undefined ? undefined : wholeNumber('--limit', limit, 1, maximumLicensees),
    startingAfter:
      startingAfter === undefined
        ? undefined
        : String(wholeNumber('--starting-after', startingAfter, 0, highestId)),
    query: filled('--query', query),
  };
}

function show(context: Context, page: LicenseePage, query: LicenseeListQuery): Promise<void> {
  const { output } = context;
  return output.result(page, (colour) => {
    if (page.licensees.length === 0) return context.inProfile(noneText(query));
    const rows = page.licensees.map(({ id, name, key, daily, createdAt }) => [
      text(id),
      text(name),
      keyPreview(key),
      dailyText(daily),
      timeText(createdAt),
    ]);
    const columns = [
      { title: 'ID' },
      { title: 'NAME', minWidth: 12 },
      { title: 'KEY' },
      { title: 'TODAY', align: 'right' as const },
      { title: 'CREATED', minWidth: 10 },
    ];
    const last = page.licensees.at(-1)?.id;
    return [
      ...table(columns, rows, colour, output.width),
      ...(page.hasMore === true
        ? ['', colour.dim(`More follow: --starting-after ${text(last)}, or --all.`)]
        : []),
    ].join('\n');
  });
}

function noneText({ query, startingAfter }: LicenseeListQuery): string {
  if (query !== undefined)
    return 'No licensee has that in its name. `waypost licensees list` lists all of them.';
  if (startingAfter !== undefined)
    return 'No licensees follow. `waypost licensees list` begins with the first.';
  return 'No licensees. `waypost licensees create Acme` makes one.';
}
