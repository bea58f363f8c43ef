// The last steps of a sign-up: verify the claimed credentials, store them, and only then remove the pending
// file.
import { WaypostError } from '../../lib/errors';
import type { Clock } from '../../lib/runtime';
import { storeCredentials } from '../credentials/store';
import type { Service } from '../http/service';
import { keyAvailability, keyDetails } from '../keys';
import { type Claimed, removePending } from './pending';

/** What finishing needs. */
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

/** The result. */
export interface Finished {
  /** Whether the key can be used now. */
  available: boolean;
  /** Whether the pending file was removed, as it should be. */
  removed: boolean;
}

/**
 * Verifies and stores the claimed credentials. After any failure the credentials stay in the pending file,
 * whose path the error has as `details.rescue_path`.
 */
export async function finishSignUp(options: FinishOptions): Promise<Finished> {
  const { service, pending, pendingPath, credentialsPath, replace, interrupted } = options;
  const { test_api_key: apiKey, user_token: userToken } = pending.credentials;
  try {
    const { available } = await keyAvailability(service, apiKey, interrupted);
    await keyDetails({ service, key: apiKey, managementKey: userToken, signal: interrupted });
    const stored = { apiKey, userToken, baseUrl: pending.base_url };
    await storeCredentials(credentialsPath, stored, options, { replace });
    return { available, removed: removePending(pendingPath, pending) };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw error.with({
      details: { ...membersOf(error.details), rescue_path: pendingPath },
      about: { kept: pendingPath },
    });
  }
}

/** Details as an object to which more can be added. */
function membersOf(details: unknown): object {
  return Array.isArray(details) ? { errors: details } : Object(details);
}
