// The service's endpoints as data: method, path below the base URL, which credential they take.

/** Which credential an operation is sent with. */
export type CredentialKind = 'api_key' | 'management_key' | 'none';

/** One row of the endpoint table. Path parameters stand in braces. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: CredentialKind;
  /** Whether a call can consume lookups. */
  billed?: boolean;
}

/** What a request does at the service. */
export type Effect = 'reads' | 'changes' | 'deletes' | 'bills';

/** What a request with this method does. One that is billed changes nothing else. */
export function effectOf({ method, billed }: { method: string; billed?: boolean }): Effect {
  if (billed) return 'bills';
  if (method === 'DELETE') return 'deletes';
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'reads' : 'changes';
}

const taking =
  (credential: CredentialKind, billed = false) =>
  (method: Endpoint['method'], path: string): Endpoint => ({ method, path, credential, billed });
const open = taking('none');
const byManagementKey = taking('management_key');
const byApiKey = taking('api_key');
const billed = taking('api_key', true);

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
  placeResolve: billed('GET', '/places/{place}'),
  addressAutocomplete: byApiKey('GET', '/autocomplete/addresses'),
  addressResolve: billed('GET', '/autocomplete/addresses/{id}/usa'),
  addressVerify: billed('POST', '/verify/addresses'),
  addressCleanse: billed('POST', '/addresses/cleanse'),
  addressCleanseAlias: billed('POST', '/cleanse/addresses'),
  addressesNear: billed('GET', '/addresses'),
  emailValidate: billed('GET', '/emails'),
  phoneValidate: billed('GET', '/phone_numbers'),
};
