// The licensees of a sublicensing key: list, create, read, update, cancel, regenerate the key.
import { defaultLicensees, maximumLicensees } from '../../api/limits';
import { invalidMembers, Refusal, success } from '../http/answers';
import { readObject } from '../http/body';
import { type Call, consumes } from '../http/call';
import type { Handler } from '../http/operation';
import { ownKey } from '../rules/credentials';
import { addLicensee, changeLicensee, licenseeInPath, licenseeView } from '../rules/licensees';
import type { Sandbox } from '../sandbox';
import { licenseeChanges, newLicensee } from '../schemas/licensee';
import type { ApiKey } from '../store/keys';

/**
 * The key in the path, if it has licensees.
 * @throws Refusal as `ownKey`, and 4013 for a key that is not for sublicensing.
 */
function sublicensingKey(sandbox: Sandbox, call: Call): ApiKey {
  const key = ownKey(sandbox, call);
  if (!key.settings.sublicensing) throw new Refusal(4013);
  return key;
}

/** A number in the query, within a range; undefined if it is not given. */
function queryInteger(call: Call, name: string, least: number): number | undefined {
  const given = call.query.get(name)?.trim() ?? '';
  if (given === '') return undefined;
  const value = /^[+-]?\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= least && value < 2 ** 31)) {
    throw invalidMembers(4001, [{ path: name, message: `must be an integer, ${least} or more` }]);
  }
  return value;
}

/** Oldest first, without cancelled ones. */
export function listLicensees(sandbox: Sandbox): Handler {
  return (call) => {
    const key = sublicensingKey(sandbox, call);
    const after = queryInteger(call, 'starting_after', 0) ?? 0;
    const limit = Math.min(queryInteger(call, 'limit', 1) ?? defaultLicensees, maximumLicensees);
    const name = (call.query.get('query') || call.query.get('q') || '').trim();
    const found = sandbox.store.licensees.list(key.id, { after, limit: limit + 1, name });
    return success({
      licensees: found.slice(0, limit).map((licensee) => licenseeView(sandbox, licensee)),
      hasMore: found.length > limit,
    });
  };
}

/** Creates a licensee; a name that is taken is 4090. */
export function createLicensee(sandbox: Sandbox): Handler {
  return async (call) => {
    sublicensingKey(sandbox, call);
    const given = await readObject(call, newLicensee, 4001);
    return sandbox.store.transaction(() => {
      const licensee = addLicensee(sandbox, sublicensingKey(sandbox, call), given);
      return success(licenseeView(sandbox, licensee));
    });
  };
}

/** One licensee. */
export function readLicensee(sandbox: Sandbox): Handler {
  return (call) => {
    const key = sublicensingKey(sandbox, call);
    return success(licenseeView(sandbox, licenseeInPath(sandbox, call, key)));
  };
}

/** Changes the given members. */
export function updateLicensee(sandbox: Sandbox): Handler {
  return async (call) => {
    licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    const changes = await readObject(call, licenseeChanges, 4001);
    return sandbox.store.transaction(() => {
      const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
      return success(licenseeView(sandbox, changeLicensee(sandbox, licensee, changes)));
    });
  };
}

/** Cancels a licensee: it is removed from lists, and its key stops working. */
export function cancelLicensee(sandbox: Sandbox): Handler {
  return (call) => {
    const { store, clock } = sandbox;
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    if (consumes(call)) store.licensees.cancel(licensee.id, clock.now());
    return success({ deleted: 1 });
  };
}

/** Creates a new licensee key; the old one stops working at once. */
export function regenerateLicenseeKey(sandbox: Sandbox): Handler {
  return (call) => {
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    return success(licenseeView(sandbox, sandbox.store.licensees.renewKey(licensee)));
  };
}
