// The time range and filters of usage and logs, refused as 4005 to 4009.
import { defaultRangeDays, maximumRangeDays, maximumTags } from '../../api/limits';
import type { Call } from '../http/call';
import { Refusal } from '../http/responses';
import { dayMs } from '../server/clock';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import type { LogFilter } from '../store/lookup-log';
import { findLicensee } from './caller';

const dateForm =
  /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Reads a moment: integer milliseconds, or an ISO 8601 date or date-time, in UTC if it names no zone. A date
 * alone is its first millisecond, or its last one.
 */
export function readMoment(text: string, edge: 'first' | 'last'): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  // A plus sign that was not escaped arrives as a space.
  const [, date = '', time, zone = 'Z'] = dateForm.exec(text.replace(' ', '+')) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The parser accepts 30 February: not a date.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date))
    return undefined;
  if (time === undefined) return edge === 'first' ? midnight : midnight + dayMs - 1;
  const moment = Date.parse(`${date}${time}${zone}`.toUpperCase());
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * The range of a request; default: the last 21 days.
 * @throws Refusal 4005, 4006, 4007 or 4008.
 */
function readRange(call: Call, now: number): { start: number; end: number } {
  const given = (name: string): string => call.query.get(name)?.trim() ?? '';
  const end = given('end') === '' ? now : readMoment(given('end'), 'last');
  if (end === undefined) throw new Refusal(4005);
  const start =
    given('start') === '' ? end - defaultRangeDays * dayMs : readMoment(given('start'), 'first');
  if (start === undefined) throw new Refusal(4006);
  if (start > end) throw new Refusal(4007);
  if (end - start > maximumRangeDays * dayMs) throw new Refusal(4008);
  return { start, end };
}

/**
 * The rows of a key's log that a request selects.
 * @throws Refusal 4005 to 4009, or 4045 for a licensee the key does not have.
 */
export function readLogFilter(sandbox: Sandbox, call: Call, key: ApiKey): LogFilter {
  const range = readRange(call, sandbox.clock.now());
  const tags = readTags(call);
  if (tags.length > maximumTags) throw new Refusal(4009);
  const named = call.query.get('licensee')?.trim() ?? '';
  if (named === '') return { keyId: key.id, ...range, tags, licenseeId: undefined };
  // A cancelled licensee has a history too.
  const licensee = findLicensee(sandbox, key, named);
  if (!licensee) throw new Refusal(4045);
  return { keyId: key.id, ...range, tags, licenseeId: licensee.id };
}

/** The tags of a request, each once, in the order they were given. */
export function readTags(call: Call): string[] {
  const labels = call.query.getAll('tags').flatMap((value) => value.split(','));
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))];
}
