// Reports a key without showing it: its source, and whether the service knows it.

import type { Credential, CredentialSource } from '../../../../client/credentials/resolve';
import type { Service } from '../../../../client/http/service';
import { keyAvailability } from '../../../../client/keys';
import { WaypostError } from '../../../../lib/errors';
import { preview } from '../../../../lib/masking';

/** The service's answer about a key; a rejected one is not live. Throws if the service cannot be asked. */
export async function keyState(
  service: Service,
  apiKey: string,
): Promise<{ live: boolean; available: boolean }> {
  try {
    const { available } = await keyAvailability(service, apiKey);
    return { live: true, available };
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'auth_failed') {
      return { live: false, available: false };
    }
    throw error;
  }
}

/** Where a credential came from and its first six characters. */
export interface Sighting {
  source: CredentialSource;
  preview: string;
}

/** The report of a credential; null if there is none. */
export function sighting(credential: Credential | undefined): Sighting | null {
  return credential === undefined
    ? null
    : { source: credential.source, preview: preview(credential.value) };
}
