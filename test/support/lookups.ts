// The lookup commands. Each command has arguments for the sandbox's data, and the request that the command sends.

/** An address in the sandbox's data, as one string. */
export const address = '1226 W Main St, Springfield, IL 62701';

/** The ID of `address`. */
export const addressId = 'usps_1008160919';

/** The group and name of a lookup command. */
export type LookupName =
  | 'places search'
  | 'places resolve'
  | 'addresses autocomplete'
  | 'addresses resolve'
  | 'addresses verify'
  | 'addresses cleanse'
  | 'addresses near'
  | 'emails validate'
  | 'phones validate';

/** A lookup command. */
export interface Lookup {
  /** The arguments of `waypost`. */
  words: string[];
  /** The request. The path is relative to the base URL. */
  request: [method: 'GET' | 'POST', path: string, body?: unknown];
  /** The lookup type in the lookup log, or undefined if the service does not bill the request. */
  type?: string;
  /** The search term in the lookup log. */
  term?: string;
  /** The dataset that must be enabled for the key. */
  dataset: string;
}

/** All lookup commands. */
export const lookups: Record<LookupName, Lookup> = {
  'places search': {
    words: ['places', 'search', 'berlin'],
    request: ['GET', '/places?query=berlin'],
    dataset: 'geonames',
  },
  'places resolve': {
    words: ['places', 'resolve', 'geonames_2950159'],
    request: ['GET', '/places/geonames_2950159'],
    type: 'Place Resolution',
    term: 'geonames_2950159',
    dataset: 'geonames',
  },
  'addresses autocomplete': {
    words: ['addresses', 'autocomplete', '1226 w main'],
    request: ['GET', '/autocomplete/addresses?q=1226+w+main'],
    dataset: 'usps',
  },
  'addresses resolve': {
    words: ['addresses', 'resolve', addressId],
    request: ['GET', `/autocomplete/addresses/${addressId}/usa`],
    type: 'Address Lookup',
    term: addressId,
    dataset: 'usps',
  },
  'addresses verify': {
    words: ['addresses', 'verify', address, '--context', 'usa'],
    request: ['POST', '/verify/addresses', { query: address, context: 'usa' }],
    type: 'Address Verification',
    term: address,
    dataset: 'uspscleanse',
  },
  'addresses cleanse': {
    words: ['addresses', 'cleanse', '1226 main', '--post-town', 'Springfield', '--county', 'IL'],
    request: [
      'POST',
      '/addresses/cleanse',
      { query: '1226 main', post_town: 'Springfield', county: 'IL' },
    ],
    type: 'Address Cleanse',
    term: '1226 main',
    dataset: 'uspscleanse',
  },
  'addresses near': {
    words: ['addresses', 'near', '--lon', '-89.6576', '--lat', '39.7905'],
    request: ['GET', '/addresses?lon=-89.6576&lat=39.7905'],
    type: 'Address Lookup',
    term: '-89.6576,39.7905',
    dataset: 'usps',
  },
  'emails validate': {
    words: ['emails', 'validate', 'ada@gmial.com'],
    request: ['GET', '/emails?query=ada%40gmial.com'],
    type: 'Email Validation',
    term: 'ada@gmial.com',
    dataset: 'email',
  },
  'phones validate': {
    words: ['phones', 'validate', '+44 20 7946 0018'],
    request: ['GET', '/phone_numbers?query=%2B44+20+7946+0018'],
    type: 'Phone Validation',
    term: '+44 20 7946 0018',
    dataset: 'phone',
  },
};

/** The names of all lookup commands. */
export const lookupNames = Object.keys(lookups) as LookupName[];
