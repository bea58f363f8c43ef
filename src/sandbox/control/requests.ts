// Control calls about the journal of requests.
import * as z from 'zod/mini';
import type { Journal, RequestFilter, RequestRecord } from '../journal';
import { readMoment } from '../rules/ranges';
import type { Sandbox } from '../sandbox';
import { type ControlHandler, parseControl, wrongMember } from './control';

const whole = z.exactOptional(
  z.coerce.number().check(z.refine(Number.isSafeInteger, 'must be a whole number')),
);
const word = z.exactOptional(z.string());

const given = z.strictObject({
  ...{ method: word, path: word, key: word, since: word },
  ...{ status: whole, code: whole },
});

/**
 * The requests that pass a filter: the parameters of the control call, or the object of a program.
 * @throws ControlError 400, with what is wrong by member.
 */
export function listRequests(journal: Journal, asked: object): RequestRecord[] {
  const { since, ...filter } = parseControl(given, asked);
  return journal.list({ ...filter, ...(since === undefined ? {} : sinceOf(since)) });
}

/** A time, or the id of a request. */
function sinceOf(text: string): Pick<RequestFilter, 'from' | 'after'> {
  if (/^\d{1,15}$/.test(text)) return { after: Number(text) };
  const from = readMoment(text, 'first');
  if (from !== undefined) return { from };
  const form = 'must be an ISO 8601 date or date-time, or the id of a request';
  throw wrongMember('since', form, `since ${form}`);
}

/** GET and DELETE /_sandbox/requests. */
export function requestCalls({ journal }: Sandbox): Record<'list' | 'clear', ControlHandler> {
  return {
    list: ({ query }) => ({ requests: listRequests(journal, Object.fromEntries(query)) }),
    clear: () => ({ cleared: journal.clear() }),
  };
}
