// The handlers for the key operations: availability, private details, update, usage statistics and lookup log.
import { operations } from '../../api/keys';
import { readObject } from '../http/body';
import type { Call } from '../http/call';
import { Download } from '../http/download';
import type { Handler } from '../http/operation';
import { success } from '../http/responses';
import { detectClientIp, isOverLimit } from '../rules/caller';
import { isManagementCall, keyInPath, ownKey } from '../rules/credentials';
import { changeSettings } from '../rules/key-settings';
import { availabilityOf, detailsOf } from '../rules/key-views';
import { redactWhenDue, usageOf } from '../rules/log';
import { readLogFilter } from '../rules/ranges';
import { checkPages, checkRestrictions } from '../rules/restrictions';
import type { Sandbox } from '../server/sandbox';
import type { Licensee } from '../store/licensees';

/** Returns the active licensee whose licensee key is in the path, or undefined if there is no such licensee. */
function licenseeInPath({ store }: Sandbox, call: Call): Licensee | undefined {
  const licensee = store.licensees.findByKey(call.param('key'));
  return licensee?.cancelledAt === null ? licensee : undefined;
}

/**
 * Returns a key's public availability, or the key's private details if the request has a management key. A licensee key
 * is available if its API key is available and the licensee has not reached its daily limit.
 */
export function keyAvailability(sandbox: Sandbox): Handler {
  return (call: Call) => {
    if (isManagementCall(call)) return success(detailsOf(sandbox, ownKey(sandbox, call)));
    const licensee = licenseeInPath(sandbox, call);
    const ofLicensee = licensee && sandbox.store.keys.findById(licensee.keyId);
    const key = ofLicensee ?? keyInPath(sandbox, call);
    const ip = detectClientIp(call, key);
    checkRestrictions(call, key.settings, ip);
    const record = availabilityOf(sandbox, key, ip);
    if (!licensee) return success(record);
    checkPages(call, licensee.whitelist);
    const available = record.available && !isOverLimit(sandbox, licensee, 1);
    return success({ ...record, available });
  };
}

export function keyDetails(sandbox: Sandbox): Handler {
  return (call: Call) => success(detailsOf(sandbox, ownKey(sandbox, call)));
}

/**
 * Changes a key's settings. If the key has an unlimited plan, ignores changes to the datasets, the daily limit and the
 * monthly limit.
 */
export function keyUpdate(sandbox: Sandbox): Handler {
  return async (call: Call) => {
    ownKey(sandbox, call);
    const changes = await readObject(call, operations.keyUpdate, { refuseEmpty: true });
    const { store } = sandbox;
    return store.transaction(() => {
      const key = ownKey(sandbox, call);
      const { datasets, daily_limit, monthly_limit, ...others } = changes;
      const counted = key.settings.plan === 'unlimited' ? others : changes;
      return success(
        detailsOf(sandbox, store.keys.saveSettings(key, changeSettings(key.settings, counted))),
      );
    });
  };
}

export function keyUsage(sandbox: Sandbox): Handler {
  return async (call) => {
    const key = ownKey(sandbox, call);
    return success(await usageOf(sandbox, readLogFilter(sandbox, call, key)));
  };
}

/** The number of log entries in each chunk of a CSV download. The sandbox handles other requests between two chunks. */
const entriesPerChunk = 500;

/** Sends the log entries in a range, oldest first, as a CSV attachment without a header row. */
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
      sandbox.store.log.csv(filter, entriesPerChunk),
    );
  };
}
