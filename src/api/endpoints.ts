// The service's endpoints as data: method, path below the base URL, which credential they take.

/** Which credential an operation is sent with. */
export type CredentialKind = 'api_key' | 'management_key' | 'none';

/** One row of the endpoint table. Path parameters stand in braces. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: CredentialKind;
}

/** Makes rows that take one kind of credential. */
const taking =
  (credential: CredentialKind) =>
  (method: Endpoint['method'], path: string): Endpoint => ({ method, path, credential });
const open = taking('none');
const byApiKey = taking('api_key');
const byManagementKey = taking('management_key');

/** The operations by name. */
export const endpoints = {
  keyAvailability: open('GET', '/keys/{key}'),
  keyDetails: byManagementKey('GET', '/keys/{key}/details'),
  keyUpdate: byManagementKey('PUT', '/keys/{key}/details'),
  keyUsage: byManagementKey('GET', '/keys/{key}/usage'),
  lookupLog: byManagementKey('GET', '/keys/{key}/lookups'),
  licenseeList: byManagementKey('GET', '/keys/{key}/licensees'),
  licenseeCreate: byManagementKey('POST', '/keys/{key}/licensees'),
  licenseeRead: byManagementKey('GET', '/keys/{key}/licensees/{licensee}'),
  licenseeUpdate: byManagementKey('POST', '/keys/{key}/licensees/{licensee}'),
  licenseeReplace: byManagementKey('PUT', '/keys/{key}/licensees/{licensee}'),
  licenseeCancel: byManagementKey('DELETE', '/keys/{key}/licensees/{licensee}'),
  licenseeRegenerateKey: byManagementKey('POST', '/keys/{key}/licensees/{licensee}/regenerate-key'),
  configList: byManagementKey('GET', '/keys/{key}/configs'),
  configCreate: byManagementKey('POST', '/keys/{key}/configs'),
  configRead: open('GET', '/keys/{key}/configs/{config}'),
  configUpdate: byManagementKey('POST', '/keys/{key}/configs/{config}'),
  configDelete: byManagementKey('DELETE', '/keys/{key}/configs/{config}'),
  signUpStart: open('POST', '/sign_up'),
  signUpPoll: open('GET', '/sign_up/{cli_token}'),
  places: byApiKey('GET', '/places'),
  placeResolve: byApiKey('GET', '/places/{place}'),
  addressAutocomplete: byApiKey('GET', '/autocomplete/addresses'),
  addressResolve: byApiKey('GET', '/autocomplete/addresses/{id}/usa'),
  addressVerify: byApiKey('POST', '/verify/addresses'),
  addressCleanse: byApiKey('POST', '/addresses/cleanse'),
  addressCleanseAlias: byApiKey('POST', '/cleanse/addresses'),
  addressesNear: byApiKey('GET', '/addresses'),
  emailValidate: byApiKey('GET', '/emails'),
  phoneValidate: byApiKey('GET', '/phone_numbers'),
};
