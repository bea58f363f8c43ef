// GET /keys/{key}/lookups: the lookup log as CSV.
import { Download } from '../http/download';
import type { Handler } from '../http/operation';
import { readCredentials } from '../rules/credentials';
import { ownKey } from '../rules/management';
import { readLogFilter } from '../rules/ranges';
import { redactWhenDue } from '../rules/redaction';
import type { Sandbox } from '../sandbox';

/** Rows of one piece: other requests get their turn between two pieces. */
const pageSize = 500;

/** The rows of a range, oldest first, as an attachment without a header row. */
export function lookupLog(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call, readCredentials(call).managementKey);
    const filter = readLogFilter(sandbox, call, key);
    await redactWhenDue(sandbox);
    const [start, end] = [filter.start, filter.end].map((at) =>
      new Date(at).toISOString().slice(0, 10),
    );
    return new Download(
      {
        'Content-Type': 'text/csv; charset=utf-8; header=absent',
        'Content-Disposition': `attachment; filename="lookups_${start}_${end}.csv"`,
      },
      sandbox.store.log.csv(filter, pageSize),
    );
  };
}
