// The endpoints of interface.md as data: method, path below the base URL, which credential they take.

/** Which credential an operation is sent with (interface, "Authentication"). */
type CredentialKind = 'api_key' | 'management_key' | 'none';

/** One row of the endpoint table. Path parameters stand in braces. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: CredentialKind;
}

/** The operations by name. */
export const endpoints = {
  keyAvailability: { method: 'GET', path: '/keys/{key}', credential: 'none' },
  keyDetails: { method: 'GET', path: '/keys/{key}/details', credential: 'management_key' },
  signUpStart: { method: 'POST', path: '/sign_up', credential: 'none' },
  signUpPoll: { method: 'GET', path: '/sign_up/{cli_token}', credential: 'none' },
} as const satisfies Record<string, Endpoint>;
