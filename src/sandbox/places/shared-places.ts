// Sandboxes of one process share what they only read: the same places are in memory once, from the first
// sandbox that uses them to the last.
import { createPlacesShelf, type PlacesShelf } from './lazy-places';
import type { PlacesSource } from './places';

interface Shared {
  places: PlacesShelf;
  users: number;
}

const inUse = new Map<string, Shared>();

function share(source: PlacesSource): Shared {
  const places = createPlacesShelf(source);
  let warming: Promise<void> | undefined;
  const warm = (): Promise<void> => {
    warming ??= places.warm();
    return warming;
  };
  return {
    users: 0,
    places: {
      get size() {
        return places.size;
      },
      get ready() {
        return places.ready;
      },
      open: places.open,
      warm,
    },
  };
}

/** The places of a source for one more sandbox, which releases them when it closes. */
export function sharePlaces(source: PlacesSource): { places: PlacesShelf; release: () => void } {
  const key = JSON.stringify([source.folder, source.dump]);
  const shared = inUse.get(key) ?? share(source);
  inUse.set(key, shared);
  shared.users += 1;
  return {
    places: shared.places,
    release: () => {
      shared.users -= 1;
      if (shared.users === 0) inUse.delete(key);
    },
  };
}
