// The places of a running sandbox: loaded once, after the server listens, so that only requests for places
// wait for them.
import { openPlaces, type Places, type PlacesSource } from './places';

/** The places, opened on first use. */
export interface LazyPlaces {
  /** Number of places; 0 until they are loaded. */
  readonly size: number;
  /** The places, if they are loaded. */
  readonly ready: Places | undefined;
  /** Resolves to the places when they are loaded. */
  open(): Promise<Places>;
  /** Releases them, and ends the reading of a dump. */
  close(): void;
}

/** Places that are not opened yet. */
export function createLazyPlaces(source: PlacesSource): LazyPlaces {
  const closing = new AbortController();
  let ready: Places | undefined;
  let opening: Promise<Places> | undefined;
  const open = async (): Promise<Places> => {
    const places = await openPlaces({ ...source, signal: closing.signal });
    closing.signal.throwIfAborted();
    ready = places;
    return places;
  };
  return {
    get size() {
      return ready?.size ?? 0;
    },
    get ready() {
      return ready;
    },
    open: () => {
      opening ??= open();
      return opening;
    },
    close() {
      closing.abort();
      ready = undefined;
    },
  };
}

interface Shared {
  places: LazyPlaces;
  users: number;
}

const inUse = new Map<string, Shared>();

/** The places of a source for one more sandbox. The last user closes them. */
export function sharePlaces(source: PlacesSource): LazyPlaces {
  const key = JSON.stringify([source.index, source.dump]);
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
