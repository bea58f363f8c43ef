// The places of a running sandbox: loaded once, after the server listens, so that only requests for places
// wait for them.
import { openPlaces, type Places } from './places';

export interface LazyPlaces {
  /** Number of places; 0 until they are loaded. */
  readonly size: number;
  /** The places, if they are loaded. */
  readonly ready: Places | undefined;
  /** Resolves to the places when they are loaded. */
  open(): Promise<Places>;
  close(): void;
}

export function createLazyPlaces(): LazyPlaces {
  const closed = new AbortController();
  let ready: Places | undefined;
  let opening: Promise<Places> | undefined;
  const open = async (): Promise<Places> => {
    const places = await openPlaces(closed.signal);
    closed.signal.throwIfAborted();
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
      closed.abort(new Error('The sandbox ended while its places were read.'));
      ready = undefined;
    },
  };
}

let shared: LazyPlaces | undefined;
let users = 0;

/** The places of the process for one more sandbox. The last user closes them. */
export function sharePlaces(): LazyPlaces {
  shared ??= createLazyPlaces();
  users += 1;
  const places = shared;
  let isClosed = false;
  return {
    get size() {
      return places.size;
    },
    get ready() {
      return places.ready;
    },
    open: () => places.open(),
    close() {
      if (isClosed) return;
      isClosed = true;
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      places.close();
    },
  };
}
