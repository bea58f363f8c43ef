// GET /places and GET /places/{place}.
import { successCode } from '../../api/catalogue';
import { Refusal, success, successText } from '../http/answers';
import { type Call, consumes } from '../http/call';
import type { Handler } from '../http/operation';
import { type PlaceSuggestion, type Places, readPlaceQuery } from '../places/places';
import { bill, checkAllowance } from '../rules/billing';
import { identifyCaller } from '../rules/caller';
import { countSearch } from '../rules/count-search';
import type { Sandbox } from '../sandbox';

/** The document of each cached answer, as long as the answer is cached. */
const documents = new WeakMap<readonly PlaceSuggestion[], string>();

/** The document of each query, if the query itself is cached (shortcut.ts). */
const searched = new WeakMap<URLSearchParams, string>();

function documentOf(hits: readonly PlaceSuggestion[]): string {
  let document = documents.get(hits);
  if (document === undefined) {
    document = JSON.stringify({ result: { hits }, code: successCode, message: 'Success' });
    documents.set(hits, document);
  }
  return document;
}

/**
 * The envelope of suggestions. Searches cost nothing, so an empty balance does not stop them. The location of
 * a caller on this machine is unknown, so `bias_ip` is checked and has no effect.
 */
export function searchDocument(sandbox: Sandbox, call: Call, places: Places): string {
  countSearch(sandbox, call, 'places', identifyCaller(sandbox, call, 'geonames'));
  const known = searched.get(call.query);
  if (known !== undefined) return known;
  const query = readPlaceQuery(call.query, (code) => places.isCountry(code));
  if ('error' in query) throw new Refusal(query.error);
  const document = documentOf(places.search(query));
  searched.set(call.query, document);
  return document;
}

/** Suggestions, when the places are loaded. */
export function searchPlaces(sandbox: Sandbox): Handler {
  return async (call) => successText(searchDocument(sandbox, call, await sandbox.places.open()));
}

/** One place, for one lookup; an unknown id costs nothing and is not logged. */
export function resolvePlace(sandbox: Sandbox): Handler {
  return async (call) => {
    const caller = identifyCaller(sandbox, call, 'geonames');
    checkAllowance(sandbox, caller);
    const id = call.param('place');
    const place = (await sandbox.places.open()).resolve(id);
    if (!place) throw new Refusal(4040);
    bill(sandbox, call, caller, 'Place Resolution', id);
    if (consumes(call)) sandbox.windows?.unresolved.resolved(caller.key.id, sandbox.clock.now());
    return success(place);
  };
}
