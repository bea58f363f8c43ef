// Whether an API key works, by asking the service.
import type { Service } from '../../../../client/http/service';
import { keyAvailability } from '../../../../client/keys';
import { WaypostError } from '../../../../lib/errors';

/** What the service says of a key; a rejected one is not live. Throws where the service cannot be asked. */
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
