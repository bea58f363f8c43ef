// The handlers for the address operations: autocomplete, resolution, verification, cleansing and lookup by coordinates.
import { operations } from '../../api/addresses';
import { resolveUsa } from '../addresses/addresses';
import { near } from '../addresses/near';
import { autocomplete, readAddressFilter } from '../addresses/suggestions';
import { cleanse, verify } from '../addresses/written-address';
import { readObject } from '../http/body';
import type { Handler } from '../http/operation';
import { success } from '../http/responses';
import { bill, checkAllowance } from '../rules/billing';
import { identifyCaller } from '../rules/caller';
import { countSearch } from '../rules/count-search';
import type { Sandbox } from '../server/sandbox';

const isBlankText = (sent: unknown): boolean =>
  sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '');

/**
 * Returns `query`, or `q` if `query` is blank. If one of the two is neither text nor null, returns that value, so that
 * the caller rejects it.
 */
const writtenAddress = (query: unknown, q: unknown): unknown =>
  isBlankText(query) || !(isBlankText(q) || typeof q === 'string') ? q : query;

export function addressAutocomplete(sandbox: Sandbox): Handler {
  return (call) => {
    countSearch(sandbox, call, 'addresses', identifyCaller(sandbox, call, 'usps'));
    const filter = readAddressFilter(call.query);
    return success(autocomplete(call.query.get('query') || call.query.get('q') || '', filter));
  };
}

export function addressResolve(sandbox: Sandbox): Handler {
  return (call) => {
    const caller = identifyCaller(sandbox, call, 'usps');
    checkAllowance(sandbox, caller);
    const id = call.param('id');
    const address = resolveUsa(id);
    bill(sandbox, call, caller, 'Address Lookup', id);
    return success(address);
  };
}

/** Verifies an address. If no address matches, does not bill the request. */
export function addressVerify(sandbox: Sandbox): Handler {
  return async (call) => {
    const caller = identifyCaller(sandbox, call, 'uspscleanse');
    const { query, q, context, ...fields } = await readObject(call, operations.addressVerify);
    checkAllowance(sandbox, caller);
    const verified = verify(writtenAddress(query, q), context, fields);
    if (verified.match) bill(sandbox, call, caller, 'Address Verification', verified.query);
    return success(verified);
  };
}

/** Cleanses an address. If no address matches, does not bill the request. */
export function addressCleanse(sandbox: Sandbox): Handler {
  return async (call) => {
    const caller = identifyCaller(sandbox, call, 'uspscleanse');
    const request = await readObject(call, operations.addressCleanse);
    checkAllowance(sandbox, caller);
    const cleansed = cleanse(request);
    if (cleansed.match) bill(sandbox, call, caller, 'Address Cleanse', cleansed.query);
    return success(cleansed);
  };
}

export { addressCleanse as addressCleanseAlias };

/** Finds addresses near a point. If no address is near the point, does not bill the request. */
export function addressesNear(sandbox: Sandbox): Handler {
  return (call) => {
    const caller = identifyCaller(sandbox, call, 'usps');
    checkAllowance(sandbox, caller);
    const [lon, lat] = [call.query.get('lon'), call.query.get('lat')];
    const found = near(lon, lat);
    if (found.hits.length > 0) bill(sandbox, call, caller, 'Address Lookup', `${lon},${lat}`);
    return success(found);
  };
}
