// Sandboxes of one process share what they only read: the same places are in memory once, from the first
// sandbox that uses them to the last.
import { createLazyPlaces, type LazyPlaces } from './lazy-places';
import type { PlacesSource } from './places';

interface Shared {
  places: LazyPlaces;
  users: number;
}

const inUse = new Map<string, Shared>();

/** The places of a source for one more sandbox. Closed by their last user. */
export function sharePlaces(source: PlacesSource): LazyPlaces {
  const key = JSON.stringify([source.folder, source.dump]);
  const shared = inUse.get(key) ?? { places: createLazyPlaces(source), users: 0 };
  inUse.set(key, shared);
  shared.users += 1;
  let isClosed = false;
  return {
    get size() {
      return shared.places.size;
    },
    get ready() {
      return shared.places.ready;
    },
    open: () => shared.places.open(),
    close() {
      if (isClosed) return;
      isClosed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      inUse.delete(key);
      shared.places.close();
    },
  };
}
