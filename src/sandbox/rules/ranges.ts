// Reads the time range and the filters of requests for usage statistics or the lookup log.
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
 * Reads a time: epoch milliseconds as an integer, or an ISO 8601 date or date-time. If the text has no time zone, the
 * time is UTC. For a date without a time, returns the first or the last millisecond of the day, as `edge` specifies.
 * Returns undefined if the text is not a valid time.
 */
export function readMoment(text: string, edge: 'first' | 'last'): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  // The query parser converts an unescaped plus sign to a space, so this function converts the space back to a plus
  // sign.
  const [, date = '', time, zone = 'Z'] = dateForm.exec(text.replace(' ', '+')) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Rejects dates that do not exist, such as February 30. `Date.parse` accepts some of these dates.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date))
    return undefined;
  if (time === undefined) return edge === 'first' ? midnight : midnight + dayMs - 1;
  const moment = Date.parse(`${date}${time}${zone}`.toUpperCase());
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * Returns the time range in a request. Default: the range ends now and starts 21 days before its end.
 * @throws Refusal 4005, 4006, 4007 or 4008 if the range is invalid.
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
 * Reads a request's filter for log entries.
 * @throws Refusal 4005 to 4008 if the range is invalid; 4009 if there are more than three tags; 4045 if the licensee
 * does not belong to the key.
 */
export function readLogFilter(sandbox: Sandbox, call: Call, key: ApiKey): LogFilter {
  const range = readRange(call, sandbox.clock.now());
  const tags = readTags(call);
  if (tags.length > maximumTags) throw new Refusal(4009);
  const named = call.query.get('licensee')?.trim() ?? '';
  if (named === '') return { keyId: key.id, ...range, tags, licenseeId: undefined };
  // The filter accepts canceled licensees, because their lookups stay in the log.
  const licensee = findLicensee(sandbox, key, named);
  if (!licensee) throw new Refusal(4045);
  return { keyId: key.id, ...range, tags, licenseeId: licensee.id };
}

/** Returns the tags in a request, in the given order and without duplicates. */
export function readTags(call: Call): string[] {
  const labels = call.query.getAll('tags').flatMap((value) => value.split(','));
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))];
}
