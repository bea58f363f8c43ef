// GET /keys/{key}/usage and GET /keys/{key}/lookups: the usage of a key, as numbers and as CSV.
import { success } from '../http/answers';
import { Download } from '../http/download';
import type { Handler } from '../http/operation';
import { ownKey } from '../rules/credentials';
import { readLogFilter } from '../rules/ranges';
import { redactWhenDue } from '../rules/redaction';
import { usageOf } from '../rules/usage';
import type { Sandbox } from '../sandbox';

/** The usage record. */
export function keyUsage(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call);
    return success(await usageOf(sandbox, readLogFilter(sandbox, call, key)));
  };
}

/** Rows of one piece: other requests are answered between two. */
const pageSize = 500;

/** The rows of a range, oldest first, as an attachment without a header row. */
export function lookupLog(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call);
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
