// The handlers for the licensee operations.
import { operations } from '../../api/licensees';
import { defaultLicensees, maximumLicensees } from '../../api/limits';
import type { Parameter } from '../../api/operation';
import { readObject } from '../http/body';
import { type Call, consumes } from '../http/call';
import type { Handler } from '../http/operation';
import { invalidFields, Refusal, success } from '../http/responses';
import { findLicensee, licenseeCount } from '../rules/caller';
import { ownKey } from '../rules/credentials';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';

/**
 * Returns the API key in the path.
 * @throws Refusal 4010, 4012, 4041 or 4042 if the request cannot manage the key; 4013 if the key does not have
 * sublicensing.
 */
function sublicensingKey(sandbox: Sandbox, call: Call): ApiKey {
  const key = ownKey(sandbox, call);
  if (!key.settings.sublicensing) throw new Refusal(4013);
  return key;
}

/**
 * Returns the licensee in the path.
 * @throws Refusal 4045 if the licensee is unknown or canceled.
 */
function licenseeInPath(sandbox: Sandbox, call: Call, key: ApiKey): Licensee {
  const licensee = findLicensee(sandbox, key, call.param('licensee'));
  if (!licensee || licensee.cancelledAt !== null) throw new Refusal(4045);
  return licensee;
}

function licenseeView(sandbox: Sandbox, licensee: Licensee) {
  const { id, key, name, address, postcode, whitelist, dailyLimit } = licensee;
  return {
    id: String(id),
    key,
    name,
    address,
    postcode,
    whitelist,
    daily: {
      count: licenseeCount(sandbox, licensee),
      limit: dailyLimit,
      updatedAt: new Date(licensee.countedAt).toISOString(),
    },
    createdAt: new Date(licensee.createdAt).toISOString(),
  };
}

const { limit: limitRule, startingAfter } = operations.licenseeList.parameters;

/**
 * Returns the value of an integer parameter in the query, or undefined if the value is missing or empty.
 * @throws Refusal 4001 if the value is not an integer or is out of range.
 */
function queryInteger(
  call: Call,
  { name, schema: { minimum: least = 0 } }: Parameter,
): number | undefined {
  const given = call.query.get(name)?.trim() ?? '';
  if (given === '') return undefined;
  const value = /^[+-]?\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= least && value < 2 ** 31)) {
    throw invalidFields(4001, [{ path: name, message: `must be an integer, ${least} or more` }]);
  }
  return value;
}

export function licenseeList(sandbox: Sandbox): Handler {
  return (call) => {
    const key = sublicensingKey(sandbox, call);
    const after = queryInteger(call, startingAfter) ?? 0;
    const limit = Math.min(queryInteger(call, limitRule) ?? defaultLicensees, maximumLicensees);
    const name = (call.query.get('query') || call.query.get('q') || '').trim();
    const found = sandbox.store.licensees.list(key.id, after, limit + 1, name);
    return success({
      licensees: found.slice(0, limit).map((licensee) => licenseeView(sandbox, licensee)),
      hasMore: found.length > limit,
    });
  };
}

/** Creates a licensee. If the name is in use, the response has API code 4090. */
export function licenseeCreate(sandbox: Sandbox): Handler {
  return async (call) => {
    sublicensingKey(sandbox, call);
    const given = await readObject(call, operations.licenseeCreate);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const { id } = sublicensingKey(sandbox, call);
      const { name, address = '', postcode = '', whitelist = [], daily } = given;
      if (store.licensees.isNameTaken(id, name)) throw new Refusal(4090);
      const details = { address, postcode, whitelist, dailyLimit: daily?.limit ?? null };
      const licensee = store.licensees.create(id, name, details, clock.now());
      return success(licenseeView(sandbox, licensee));
    });
  };
}

export function licenseeRead(sandbox: Sandbox): Handler {
  return (call) => {
    const key = sublicensingKey(sandbox, call);
    return success(licenseeView(sandbox, licenseeInPath(sandbox, call, key)));
  };
}

export function licenseeUpdate(sandbox: Sandbox): Handler {
  return async (call) => {
    licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    const { daily, ...changes } = await readObject(call, operations.licenseeUpdate);
    const { licensees, transaction } = sandbox.store;
    return transaction(() => {
      const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
      const dailyLimit = daily?.limit === undefined ? licensee.dailyLimit : daily.limit;
      const changed = { ...licensee, ...changes, dailyLimit };
      if (licensees.isNameTaken(changed.keyId, changed.name, changed.id)) throw new Refusal(4090);
      licensees.save(changed);
      return success(licenseeView(sandbox, changed));
    });
  };
}

export { licenseeUpdate as licenseeReplace };

/** Cancels a licensee. The licensee no longer appears in the list of licensees, and the licensee key stops working. */
export function licenseeCancel(sandbox: Sandbox): Handler {
  return (call) => {
    const { store, clock } = sandbox;
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    if (consumes(call)) store.licensees.cancel(licensee.id, clock.now());
    return success({ deleted: 1 });
  };
}

/** Creates a new licensee key. The old key stops working immediately. */
export function licenseeRegenerateKey(sandbox: Sandbox): Handler {
  return (call) => {
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    return success(licenseeView(sandbox, sandbox.store.licensees.renewKey(licensee)));
  };
}
