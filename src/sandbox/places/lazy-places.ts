// The places of a running sandbox: read once, when the server listens already, so that nobody waits for
// them who does not ask for them.
import { openPlaces, type Places, type PlacesSource } from './places';

/** The places, opened when they are first needed. */
export interface LazyPlaces {
  /** Number of places; 0 until they are there. */
  readonly size: number;
  /** The places when they are there already. */
  readonly ready: Places | undefined;
  /** The places, as soon as they are there. */
  open(): Promise<Places>;
  /** Lets go of them, and of an index that is being made. */
  close(): void;
}

/** Places that are not opened yet. */
export function createLazyPlaces(source: PlacesSource): LazyPlaces {
  const closing = new AbortController();
  let ready: Places | undefined;
  let opening: Promise<Places> | undefined;
  const open = async (): Promise<Places> => {
    const places = await openPlaces({ ...source, signal: closing.signal });
    if (closing.signal.aborted) places.close();
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
      ready?.close();
      ready = undefined;
    },
  };
}

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
