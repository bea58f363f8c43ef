// GET /places and GET /places/{place}.
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

/** The document of each cached answer, as long as the answer is cached. */
const documents = new WeakMap<readonly PlaceSuggestion[], string>();

function serializedAnswer(hits: readonly PlaceSuggestion[]): string {
  let document = documents.get(hits);
  if (document === undefined) {
    document = JSON.stringify({ result: { hits }, code: successCode, message: 'Success' });
    documents.set(hits, document);
  }
  return document;
}

/** Suggestions. Searches cost nothing, so an empty balance does not stop them. */
export function places(sandbox: Sandbox): Handler {
  const answer = (call: Call, places: Places): Response => {
    countSearch(sandbox, call, 'places', identifyCaller(sandbox, call, 'geonames'));
    const query = readPlaceQuery(call.query, (code) => places.isCountry(code));
    return successText(serializedAnswer(places.search(query)));
  };
  return (call) => {
    const { loaded } = sandbox.places;
    // People send a search with every letter they type: once the places are there, nothing is waited for.
    return loaded
      ? answer(call, loaded)
      : sandbox.places.load().then((places) => answer(call, places));
  };
}

/** One place, for one lookup; an unknown id costs nothing and is not logged. */
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
