// A licensee as text for people.

import type { Licensee } from '../../../../api/licensees';
import { asLicensee } from '../../../../client/licensees';
import { isObject } from '../../../../client/owned-key';
import { isNumber, jsonText } from '../../../../lib/exact-json';
import { preview } from '../../../../lib/masking';
import type { Colours } from '../../../output/colour';
import { type CardRow, card } from '../../../output/table';
import { grouped, timeText } from '../../../output/words';
import type { Context } from '../../../run/context';

/** A licensee's card. Its key is shown in full only by commands that are for it. */
function licenseeCard(
  licensee: Licensee,
  colour: Colours,
  width: number | undefined,
  show: 'whole key' | 'preview',
): string {
  const { id, key, name, address, postcode, whitelist, daily, createdAt, ...others } = licensee;
  const rows: CardRow[] = [
    { label: 'Licensee', value: text(name) },
    { label: 'Id', value: text(id) },
    show === 'whole key'
      ? { label: 'Key', value: text(key), style: colour.bold }
      : { label: 'Key', value: keyPreview(key) },
    { label: 'Address', value: text(address) },
    { label: 'Postcode', value: text(postcode) },
    { label: 'Allowed URLs', value: allowedUrls(whitelist) },
    { label: 'Today', value: dailyText(daily) },
    { label: 'Created', value: timeText(createdAt) },
    ...Object.entries(others).map(([label, value]) => ({ label, value: text(value) })),
  ];
  return card(rows, colour, width).join('\n');
}

/** The first characters of a licensee key. */
export function keyPreview(key: unknown): string {
  return typeof key === 'string' ? preview(key) : 'none';
}

/** Lookups of the day, with the limit if there is one. */
export function dailyText(daily: unknown): string {
  if (!isObject(daily)) return text(daily);
  const { count, limit } = daily;
  const used = isNumber(count) ? grouped(count) : text(count);
  return isNumber(limit) ? `${used} of ${grouped(limit)}` : used;
}

/** A value of the service in one line. */
export function text(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function allowedUrls(whitelist: unknown): string {
  if (!Array.isArray(whitelist)) return text(whitelist);
  return whitelist.length === 0 ? 'any' : whitelist.map(text).join(', ');
}

/** Prints the licensee of a result: unchanged with --json, else after a word for the change, as a card. */
export async function showLicensee(
  context: Context,
  result: unknown,
  done: string | undefined,
  show: 'whole key' | 'preview',
): Promise<void> {
  const { output } = context;
  await output.result(result, (colour) => {
    const licensee = asLicensee(result);
    return [
      ...(done === undefined ? [] : [colour.green(done), '']),
      licensee === undefined ? text(result) : licenseeCard(licensee, colour, output.width, show),
    ].join('\n');
  });
}
