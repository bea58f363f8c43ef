// The service's endpoints as data: method, path below the base URL, which credential they take.

/** Which credential an operation is sent with. */
export type CredentialKind = 'api_key' | 'management_key' | 'none';

/** One row of the endpoint table. Path parameters stand in braces. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
} & (
  | { credential: 'api_key' /** Whether a call can consume lookups. */; billed: boolean }
  | { credential: 'management_key' | 'none'; billed?: never }
);

/** The operations by name. */
export const endpoints = {
  keyAvailability: { method: 'GET', path: '/keys/{key}', credential: 'none' },
  keyDetails: { method: 'GET', path: '/keys/{key}/details', credential: 'management_key' },
  keyUpdate: { method: 'PUT', path: '/keys/{key}/details', credential: 'management_key' },
  keyUsage: { method: 'GET', path: '/keys/{key}/usage', credential: 'management_key' },
  lookupLog: { method: 'GET', path: '/keys/{key}/lookups', credential: 'management_key' },
  licenseeList: { method: 'GET', path: '/keys/{key}/licensees', credential: 'management_key' },
  licenseeCreate: { method: 'POST', path: '/keys/{key}/licensees', credential: 'management_key' },
  licenseeRead: {
    method: 'GET',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
  },
  licenseeUpdate: {
    method: 'POST',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
  },
  licenseeReplace: {
    method: 'PUT',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
  },
  licenseeCancel: {
    method: 'DELETE',
    path: '/keys/{key}/licensees/{licensee}',
    credential: 'management_key',
  },
  licenseeRegenerateKey: {
    method: 'POST',
    path: '/keys/{key}/licensees/{licensee}/regenerate-key',
    credential: 'management_key',
  },
  configList: { method: 'GET', path: '/keys/{key}/configs', credential: 'management_key' },
  configCreate: { method: 'POST', path: '/keys/{key}/configs', credential: 'management_key' },
  configRead: { method: 'GET', path: '/keys/{key}/configs/{config}', credential: 'none' },
  configUpdate: {
    method: 'POST',
    path: '/keys/{key}/configs/{config}',
    credential: 'management_key',
  },
  configDelete: {
    method: 'DELETE',
    path: '/keys/{key}/configs/{config}',
    credential: 'management_key',
  },
  signUpStart: { method: 'POST', path: '/sign_up', credential: 'none' },
  signUpPoll: { method: 'GET', path: '/sign_up/{cli_token}', credential: 'none' },
  places: { method: 'GET', path: '/places', credential: 'api_key', billed: false },
  placeResolve: { method: 'GET', path: '/places/{place}', credential: 'api_key', billed: true },
  addressAutocomplete: {
    method: 'GET',
    path: '/autocomplete/addresses',
    credential: 'api_key',
    billed: false,
  },
  addressResolve: {
    method: 'GET',
    path: '/autocomplete/addresses/{id}/usa',
    credential: 'api_key',
    billed: true,
  },
  addressVerify: { method: 'POST', path: '/verify/addresses', credential: 'api_key', billed: true },
  addressCleanse: {
    method: 'POST',
    path: '/addresses/cleanse',
    credential: 'api_key',
    billed: true,
  },
  addressCleanseAlias: {
    method: 'POST',
    path: '/cleanse/addresses',
    credential: 'api_key',
    billed: true,
  },
  addressesNear: { method: 'GET', path: '/addresses', credential: 'api_key', billed: true },
  emailValidate: { method: 'GET', path: '/emails', credential: 'api_key', billed: true },
  phoneValidate: { method: 'GET', path: '/phone_numbers', credential: 'api_key', billed: true },
} as const satisfies Record<string, Endpoint>;
