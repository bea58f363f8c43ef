// GET /keys/{key}/usage: the lookups of a range, as a total and by day.
import { success } from '../http/answers';
import type { Handler } from '../http/operation';
import { readCredentials } from '../rules/credentials';
import { ownKey } from '../rules/management';
import { readLogFilter } from '../rules/ranges';
import { usageOf } from '../rules/usage';
import type { Sandbox } from '../sandbox';

/** The usage record. */
export function keyUsage(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call, readCredentials(call).managementKey);
    return success(await usageOf(sandbox, readLogFilter(sandbox, call, key)));
  };
}
