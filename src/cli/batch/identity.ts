// What a batch must have in common with the one it goes on from.
import type { BatchIdentity } from '../../batch/journal-lines';
import type { Fields, LookupOperation } from '../../client/lookup';
import type { BatchPlan } from './options';

/** What makes the answers what they are. The key does not: who runs out of lookups goes on with another. */
export function identityOf(
  { href }: URL,
  { endpoint }: LookupOperation,
  { columns, hasHeader }: Pick<BatchPlan, 'columns' | 'hasHeader'>,
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
