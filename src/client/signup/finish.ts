// The last leg: claimed credentials are verified, stored, and only then forgotten here.
import { WaypostError } from '../../lib/errors';
import type { Clock } from '../../lib/runtime';
import { storeCredentials } from '../credentials/store';
import type { Service } from '../http/service';
import { keyAvailability, keyDetails } from '../keys';
import { type Claimed, forgetPending } from './pending';

/** What finishing needs to know. */
export interface FinishOptions {
  service: Service;
  pendingPath: string;
  pending: Claimed;
  credentialsPath: string;
  clock: Clock;
  /** Whether a stored login may be replaced. */
  replace: boolean;
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
}

/** How it went. */
export interface Finished {
  /** Whether the key can be used now. */
  available: boolean;
  /** Whether the pending file is gone, as it should be. */
  forgotten: boolean;
}

/**
 * Verifies and stores what was claimed. Whatever fails, the credentials stay in the pending file, which
 * the error names as `details.rescue_path`.
 */
export async function finishSignUp(options: FinishOptions): Promise<Finished> {
  const { service, pending, pendingPath, credentialsPath, clock, replace, interrupted } = options;
  const { test_api_key: apiKey, user_token: userToken } = pending.credentials;
  try {
    const { available } = await keyAvailability(service, apiKey, interrupted);
    await keyDetails(service, apiKey, userToken, interrupted);
    const stored = { apiKey, userToken, baseUrl: pending.base_url };
    await storeCredentials(credentialsPath, stored, clock, { replace });
    return { available, forgotten: forgetPending(pendingPath, pending) };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw error.with({
      details: { ...membersOf(error.details), rescue_path: pendingPath },
      about: { kept: pendingPath },
    });
  }
}

/** Details that further ones can stand beside. */
function membersOf(details: unknown): object {
  return Array.isArray(details) ? { errors: details } : Object(details);
}
