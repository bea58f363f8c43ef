// The rules for a request of `waypost api`: its credential, whether it is billed, and its effect.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint';
import { endpoints } from '../../src/api/endpoints';
import { ruleFor, segmentsOf } from '../../src/api/request-rule';
import * as addresses from '../../src/client/addresses';
import * as places from '../../src/client/places';
import * as validations from '../../src/client/validations';

/** Returns the credential of a request, with " if known" if it is not required. */
function credentialOf(method: string, path: string): string {
  const { credential, required } = ruleFor(method, path);
  return `${credential}${credential === 'none' || required ? '' : ' if known'}`;
}

describe('ruleFor', () => {
  test.each(Object.entries<Endpoint>(endpoints))(
    "identifies the %s endpoint and its credential from the endpoint's method and path",
    (_name, endpoint) => {
      const path = endpoint.path.replace(/\{\w+\}/g, 'x');
      const { credential } = endpoint;
      const ofKey = credential === 'none' && path.startsWith('/keys/');
      expect(ruleFor(endpoint.method, path).endpoint).toBe(endpoint);
      expect(credentialOf(endpoint.method, path)).toBe(
        ofKey ? 'management_key if known' : credential,
      );
    },
  );
});

test.each([
  ['GET', '/keys/ak_x', 'management_key if known'],
  ['HEAD', '/keys/ak_x', 'management_key if known'],
  ['GET', '/keys/ak_x/configs/c', 'management_key if known'],
  ['HEAD', '/keys/ak_x/usage', 'management_key'],
  ['PATCH', '/keys/ak_x', 'management_key'],
  ['OPTIONS', '/keys/ak_x', 'management_key'],
  ['DELETE', '/keys/ak_x', 'management_key'],
  ['GET', '/keys', 'management_key'],
  ['GET', '/keys/', 'management_key'],
  ['GET', '/keys/ak_x/', 'management_key'],
  ['GET', '/keys/ak_x/new/things', 'management_key'],
  ['GET', '/%6beys/ak_x/usage', 'management_key'],
  ['GET', '/keys/%zz/usage', 'management_key'],
  ['POST', '/sign_up', 'none'],
  ['GET', '/sign_up/token', 'none'],
  ['PUT', '/sign_up/token/more', 'none'],
  ['GET', '/places', 'api_key'],
  ['POST', '/places', 'api_key'],
  ['GET', '/new/things', 'api_key'],
  ['GET', '/', 'api_key'],
  ['GET', '/keysmith', 'api_key'],
  ['GET', '/constructor/x', 'api_key'],
])(
  'for the method %j and the path %j, ruleFor selects the credential "%s"',
  (method, path, credential) => {
    expect(credentialOf(method, path)).toBe(credential);
  },
);

test('segmentsOf decodes percent-encoded path segments, and returns segments with invalid percent-encoding unchanged', () => {
  expect(segmentsOf('/a%2Fb/%zz/')).toEqual(['a/b', '%zz', '']);
});

test('ruleFor marks only the endpoints that cost lookups as billed', () => {
  const billed = Object.entries<Endpoint>(endpoints).filter(
    ([, { method, path }]) => ruleFor(method, path).billed,
  );
  expect(billed.map(([name]) => name)).toEqual([
    'placeResolve',
    'addressResolve',
    'addressVerify',
    'addressCleanse',
    'addressCleanseAlias',
    'addressesNear',
    'emailValidate',
    'phoneValidate',
  ]);
  expect(ruleFor('HEAD', '/places/x').billed).toBe(false);
});

test('ruleFor returns the same effect for a HEAD request as for a GET request', () => {
  expect(ruleFor('HEAD', '/emails').effect).toBe('bills');
  expect(ruleFor('HEAD', '/places').effect).toBe('reads');
});

test.each(Object.entries({ ...addresses, ...places, ...validations }))(
  "for the lookup operation %s, ruleFor returns the same `billed` value as the endpoint's definition",
  (_name, { endpoint }) => {
    expect(ruleFor(endpoint.method, endpoint.path).billed).toBe(endpoint.billed);
  },
);

test.each([
  ['GET', '/sign_up/token', true],
  ['GET', '/%73ign_up/token', true],
  ['HEAD', '/sign_up/token', false],
  ['POST', '/sign_up', false],
  ['GET', '/keys/ak_x', false],
])(
  "for the method %j and the path %j, ruleFor sets `claims` to %s (true if the response might contain the only copy of an account's keys)",
  (method, path, claims) => {
    expect(ruleFor(method, path).claims).toBe(claims);
  },
);
