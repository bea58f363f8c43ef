// The licensees of a sublicensing key: list, create, read, update, cancel, regenerate the key.
import { defaultLicensees, maximumLicensees } from '../../api/limits';
import { success } from '../http/answers';
import { readObject } from '../http/body';
import type { Call } from '../http/call';
import { consumes, type Handler } from '../http/operation';
import { invalidMembers, Refusal } from '../http/refusal';
import { readCredentials } from '../rules/credentials';
import { licenseeInPath, licenseeView } from '../rules/licensees';
import { ownKey } from '../rules/management';
import type { Sandbox } from '../sandbox';
import { integer, list, members, nullable, type Sent, text } from '../shapes/shape';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';

const licenseeMembers = {
  name: text({
    max: 128,
    filled: true,
    pattern: /^[^\p{Cc}\p{Cs}]*$/u,
    form: 'must not hold control characters',
  }),
  address: text({ max: 512 }),
  postcode: text({ max: 32 }),
  whitelist: list(text({ max: 256 }), 10),
  daily: members({ limit: nullable(integer(0)) }),
};
const createShape = members(licenseeMembers, { required: ['name'] });
const updateShape = members(licenseeMembers);

/**
 * The key in the path, where it has licensees.
 * @throws Refusal as `ownKey`, and 4013 for a key that is not for sublicensing.
 */
function sublicensingKey(sandbox: Sandbox, call: Call): ApiKey {
  const key = ownKey(sandbox, call, readCredentials(call).managementKey);
  if (!key.settings.sublicensing) throw new Refusal(4013);
  return key;
}

/** A number in the query, within a range; undefined where it is not given. */
function queryInteger(call: Call, name: string, least: number): number | undefined {
  const given = call.query.get(name)?.trim() ?? '';
  if (given === '') return undefined;
  const value = /^[+-]?\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= least && value < 2 ** 31)) {
    throw invalidMembers(4001, [{ path: name, message: `must be an integer, ${least} or more` }]);
  }
  return value;
}

function applyChanges(licensee: Licensee, changes: Sent<typeof licenseeMembers>): Licensee {
  const { daily, ...rest } = changes;
  return {
    ...licensee,
    ...rest,
    dailyLimit: daily?.limit === undefined ? licensee.dailyLimit : daily.limit,
  };
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

/** Makes a licensee; a name that is taken is 4090. */
export function createLicensee(sandbox: Sandbox): Handler {
  return async (call) => {
    sublicensingKey(sandbox, call);
    const {
      name,
      address = '',
      postcode = '',
      whitelist = [],
      daily,
    } = await readObject(call, createShape, 4001);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const key = sublicensingKey(sandbox, call);
      if (store.licensees.isNameTaken(key.id, name)) throw new Refusal(4090);
      const details = { address, postcode, whitelist, dailyLimit: daily?.limit ?? null };
      const licensee = store.licensees.create(key.id, name, details, clock.now());
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

/** Changes what is sent. */
export function updateLicensee(sandbox: Sandbox): Handler {
  return async (call) => {
    licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    const changes = await readObject(call, updateShape, 4001);
    const { store } = sandbox;
    return store.transaction(() => {
      const key = sublicensingKey(sandbox, call);
      const licensee = applyChanges(licenseeInPath(sandbox, call, key), changes);
      if (store.licensees.isNameTaken(key.id, licensee.name, licensee.id)) throw new Refusal(4090);
      store.licensees.save(licensee);
      return success(licenseeView(sandbox, licensee));
    });
  };
}

/** Cancels a licensee: it is gone from lists, and its key stops. */
export function cancelLicensee(sandbox: Sandbox): Handler {
  return (call) => {
    const { store, clock } = sandbox;
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    if (consumes(call)) store.licensees.cancel(licensee.id, clock.now());
    return success({ deleted: 1 });
  };
}

/** Mints a new licensee key; the old one stops at once. */
export function regenerateLicenseeKey(sandbox: Sandbox): Handler {
  return (call) => {
    const licensee = licenseeInPath(sandbox, call, sublicensingKey(sandbox, call));
    return success(licenseeView(sandbox, sandbox.store.licensees.renewKey(licensee)));
  };
}
