// A stand-in service for place searches. A search has no response until the test sends one. The service records the places
// that waypost resolves.
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { sendJson, standIn } from './service';

/** The keys of the service's account. A run must not print these keys. */
export const placeKeys = {
  WAYPOST_API_KEY: 'ak_places_9f8e7d6c5b4a3928',
  WAYPOST_USER_TOKEN: 'uk_places_0a1b2c3d4e5f6071',
};

/** A place in a search result, in the service's format. */
export interface Hit {
  id: string;
  name: string;
  descriptive_name: string;
  country_iso: string;
}

/** Returns a place with this name. The ID is derived from the name. */
export function hit(descriptive_name: string): Hit {
  const [name = ''] = descriptive_name.split(',');
  const id = `geonames_${name.toLowerCase().replaceAll(' ', '_')}`;
  return { id, name, descriptive_name, country_iso: 'DEU' };
}

/** A search that has no response yet. */
interface HeldSearch {
  /** The path with the query. */
  path: string;
  find(names: (string | Hit)[], headers?: Record<string, string | number>): void;
  refuse(status: number, code: number, headers?: Record<string, string | number>): void;
  /** Resets the connection. */
  reset(): void;
  /** Resolves when waypost has closed the connection. */
  gone: Promise<void>;
}

/** A running service for place searches. */
export interface PlaceService {
  url: string;
  /** The search terms, in order. */
  texts: string[];
  /** The paths of the requests that resolve a place. Each of these requests costs a lookup. */
  paid: string[];
  /** Waits until `count` searches have arrived. Returns the last of these searches. */
  search(count: number): Promise<HeldSearch>;
  /** Waits until waypost has sent a request to resolve a place. */
  resolution(): Promise<void>;
}

/** Responds to a request to resolve a place (default: `found`). */
export type Resolving = (response: ServerResponse, id: string) => void;

const found: Resolving = (response, id) =>
  sendJson(response, 200, {
    result: { ...hit('Berlin, Germany'), id, dataset: 'geonames', longitude: 13.4, latitude: 52.5 },
    code: 2000,
    message: 'Success',
  });

export const expired: Resolving = (response) =>
  sendJson(response, 404, { code: 4040, message: 'Place not found' });

/** Never responds. */
export const silent: Resolving = () => {};

/** Starts the service, and closes it when the test ends. */
export async function placeService(resolving: Resolving = found): Promise<PlaceService> {
  const searches: HeldSearch[] = [];
  const texts: string[] = [];
  const paid: string[] = [];
  const watchers = new Set<() => void>();
  const until = (reached: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!reached()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  const service = await standIn(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://service');
    if (pathname === '/v1/places') {
      texts.push(searchParams.get('query') ?? '');
      searches.push(heldSearch(path, response));
    } else if (pathname.startsWith('/v1/places/')) {
      paid.push(path);
      resolving(response, decodeURIComponent(pathname.slice('/v1/places/'.length)));
    } else {
      sendJson(response, 200, { result: { lookups_remaining: 41 }, code: 2000, message: '' });
    }
    for (const look of [...watchers]) look();
  });
  onTestFinished(() => service.close());
  return {
    url: service.url,
    texts,
    paid,
    search: async (count) => {
      await until(() => searches.length >= count);
      const search = searches[count - 1];
      if (search === undefined) throw new Error('no such search');
      return search;
    },
    resolution: () => until(() => paid.length > 0),
  };
}

function heldSearch(path: string, response: ServerResponse): HeldSearch {
  const send = (status: number, body: object, headers: Record<string, string | number> = {}) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, status, body);
  };
  return {
    path,
    find: (names, headers) => {
      const hits = names.map((name) => (typeof name === 'string' ? hit(name) : name));
      send(200, { result: { hits }, code: 2000, message: 'Success' }, headers);
    },
    refuse: (status, code, headers) => send(status, { code, message: 'Refused' }, headers),
    reset: () => void response.socket?.resetAndDestroy(),
    gone: new Promise((resolve) => {
      response.once('close', () => {
        if (!response.writableEnded) resolve();
      });
    }),
  };
}
