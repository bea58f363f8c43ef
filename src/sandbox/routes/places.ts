// The handlers for the place operations: search and resolution.
import { successCode } from '../../api/catalog';
import type { PlaceSuggestion } from '../../api/places';
import { type Call, consumes } from '../http/call';
import type { Handler } from '../http/operation';
import { Refusal, success, successText } from '../http/responses';
import { type Places, readPlaceQuery } from '../places/places';
import { bill, checkAllowance } from '../rules/billing';
import { identifyCaller } from '../rules/caller';
import { countSearch } from '../rules/count-search';
import type { Sandbox } from '../server/sandbox';

/** The JSON responses for cached search results. The map keeps a response as long as the search result is cached. */
const documents = new WeakMap<readonly PlaceSuggestion[], string>();

function documentOf(hits: readonly PlaceSuggestion[]): string {
  let document = documents.get(hits);
  if (document === undefined) {
    document = JSON.stringify({ result: { hits }, code: successCode, message: 'Success' });
    documents.set(hits, document);
  }
  return document;
}

/** Searches places. A search does not cost a lookup, so searches also work if the balance is empty. */
export function places(sandbox: Sandbox): Handler {
  const search = (call: Call, places: Places): Response => {
    countSearch(sandbox, call, 'places', identifyCaller(sandbox, call, 'geonames'));
    const query = readPlaceQuery(call.query, (code) => places.isCountry(code));
    return successText(documentOf(places.search(query)));
  };
  return (call) => {
    const { loaded } = sandbox.places;
    // After the places are loaded, searches are synchronous. Searches must be fast, because clients send a search for
    // each letter that a user types.
    return loaded
      ? search(call, loaded)
      : sandbox.places.load().then((places) => search(call, places));
  };
}

/** Resolves a place, which costs one lookup. If the ID is unknown, does not bill or log the request. */
export function placeResolve(sandbox: Sandbox): Handler {
  return async (call) => {
    const caller = identifyCaller(sandbox, call, 'geonames');
    checkAllowance(sandbox, caller);
    const id = call.param('place');
    const place = (await sandbox.places.load()).resolve(id);
    if (!place) throw new Refusal(4040);
    bill(sandbox, call, caller, 'Place Resolution', id);
    if (consumes(call)) sandbox.windows?.unresolved.resolved(caller.key.id, sandbox.clock.now());
    return success(place);
  };
}
