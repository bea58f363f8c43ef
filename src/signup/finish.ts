// The last leg: claimed credentials are verified, stored, and only then forgotten here.
import { WaypostError } from '../contract/errors';
import type { Clock } from '../contract/seams';
import { storeCredentials } from '../credentials/store';
import { keyAvailability, keyDetails } from '../service/keys';
import type { Service } from '../service/service';
import { type Pending, removePending } from './pending';
import type { ClaimedCredentials } from './salvage';

/** What finishing needs to know. */
export interface FinishOptions {
  service: Service;
  pendingPath: string;
  pending: Pending & { credentials: ClaimedCredentials };
  credentialsPath: string;
  clock: Clock;
  /** Whether a stored login may be replaced. */
  replace: boolean;
}

/**
 * Verifies and stores what was claimed. Returns whether the key can be used now. Whatever fails, the
 * credentials stay in the pending file, which the error names as `details.rescue_path`.
 */
export async function finishSignUp(options: FinishOptions): Promise<boolean> {
  const { service, pending, pendingPath, credentialsPath, clock, replace } = options;
  const { test_api_key: apiKey, user_token: userToken } = pending.credentials;
  try {
    const { available } = await keyAvailability(service, apiKey);
    await keyDetails(service, apiKey, userToken);
    const stored = { apiKey, userToken, baseUrl: pending.base_url };
    await storeCredentials(credentialsPath, stored, clock, { replace });
    removePending(pendingPath);
    return available;
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw error.with({
      details: { ...Object(error.details), rescue_path: pendingPath },
      hint: `${error.hint ?? ''} The new credentials are safe; \`waypost signup --resume\` goes on from here.`.trim(),
    });
  }
}
