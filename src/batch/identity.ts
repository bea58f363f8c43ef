// What a batch must have in common with the one it resumes.
import type { Fields, LookupOperation } from '../client/lookup';
import type { BatchIdentity } from './journal-lines';

/** What makes the answers what they are. The key does not: a user who runs out of lookups resumes with another. */
export function identityOf(
  { href }: URL,
  { endpoint }: LookupOperation,
  { columns, hasHeader }: { columns: readonly string[]; hasHeader: boolean },
  fixed: Fields,
): BatchIdentity {
  return {
    service: href,
    operation: `${endpoint.method} ${endpoint.path}`,
    column: columns,
    'first row': hasHeader ? 'header' : 'row',
    parameters: Object.entries(fixed).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${value}`,
    ),
  };
}
