// Converts a sandbox's record of a request into the form that `sandbox start`, `logs` and `requests` show.
import type { RequestRecord } from '../../../sandbox/server/journal';
import type { LoggedRequest } from '../../output/request-line';

export function loggedRequest({ fault, ...record }: RequestRecord): LoggedRequest {
  return { ...record, because: fault === null ? null : `fault ${fault}` };
}
