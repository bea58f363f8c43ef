// The places of a running sandbox: read once, when the server listens already, so that nobody waits for
// them who does not ask for them.
import { openPlaces, type Places, type PlacesSource } from './places';

/** Holds the places, or their coming. */
export interface PlacesShelf {
  /** Number of places; 0 until they are there. */
  readonly size: number;
  /** The places when they are there already. */
  readonly ready: Places | undefined;
  /** The places, as soon as they are there. */
  open(): Promise<Places>;
  /** Begins to read them, and answers short beginnings ahead. */
  warm(): Promise<void>;
}

/** A shelf that is still empty. */
export function createPlacesShelf(source: PlacesSource): PlacesShelf {
  let ready: Places | undefined;
  let coming: Promise<Places> | undefined;
  const open = (): Promise<Places> => {
    coming ??= openPlaces(source).then((places) => {
      ready = places;
      return places;
    });
    return coming;
  };
  return {
    get size() {
      return ready?.size ?? 0;
    },
    get ready() {
      return ready;
    },
    open,
    warm: async () => (await open()).warm(),
  };
}
