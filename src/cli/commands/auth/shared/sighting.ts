// A credential as it is reported, without showing it.
import type { Credential, CredentialSource } from '../../../../client/credentials/resolve';
import { preview } from '../../../../lib/masking';

/** Where a credential came from and its first six characters. */
export interface Sighting {
  source: CredentialSource;
  preview: string;
}

/** The report of a credential; null where there is none. */
export function sighting(credential: Credential | undefined): Sighting | null {
  return credential === undefined
    ? null
    : { source: credential.source, preview: preview(credential.value) };
}
