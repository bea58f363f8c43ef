// Sends files to the service, one after the other. A refused file does not stop the others, so that no push
// stops at the same file again and again.
import { createConfig, deleteConfig, updateConfig } from '../../../../client/configs';
import type { OwnedKey } from '../../../../client/owned-key';
import { WaypostError } from '../../../../lib/errors';
import { hintOf } from '../../../hints/advice';
import { configChangeHints, withHints } from '../../../hints/by-api-code';
import type { Difference } from './compare';

/** The outcome of the files. */
export interface Sent {
  done: Difference[];
  refused: Refusal[];
  /** The error that kept the rest from being sent; undefined if all were sent. */
  stopped: WaypostError | undefined;
}

/** A file that the service refused, and why. */
export interface Refusal {
  difference: Difference;
  error: WaypostError;
}

/** Creates, updates and deletes configs. `onRefusal` is called as soon as the service refuses one. */
export async function sendFiles(
  key: OwnedKey,
  todo: readonly Difference[],
  onRefusal: (refusal: Refusal) => Promise<void>,
): Promise<Sent> {
  const sent: Sent = { done: [], refused: [], stopped: undefined };
  for (const difference of todo) {
    const { name } = difference;
    try {
      await withHints(configChangeHints(name), () => send(key, difference));
      sent.done.push(difference);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      if (!isAboutThisOne(error)) return { ...sent, stopped: stoppedAt(name, error, sent, todo) };
      const refusal = { difference, error };
      sent.refused.push(refusal);
      await onRefusal(refusal);
    }
  }
  return sent;
}

function send(key: OwnedKey, { name, state, local = '' }: Difference): Promise<unknown> {
  if (state === 'service_only') return deleted(key, name);
  return state === 'added' ? createConfig(key, name, local) : updateConfig(key, name, local);
}

const noSuchConfig = 4047;

/** Deletes a config; one that does not exist is no error. */
async function deleted(key: OwnedKey, name: string): Promise<void> {
  try {
    await deleteConfig(key, name);
  } catch (error) {
    if (!(error instanceof WaypostError && error.apiCode === noSuchConfig)) throw error;
  }
}

/** Whether the next file may succeed: not if the keys are refused, or the service cannot be reached. */
function isAboutThisOne({ code, status = 0, apiCode }: WaypostError): boolean {
  if (code === 'auth_failed' || code === 'rate_limited') return false;
  // A name such as `..` is refused by the client, because it would change the path.
  return code === 'invalid_input' || apiCode !== undefined || (status >= 400 && status < 500);
}

function stoppedAt(
  name: string,
  error: WaypostError,
  { done }: Sent,
  todo: readonly Difference[],
): WaypostError {
  const far = `Stopped at ${name}: ${done.length} of ${todo.length} pushed. Run it again to continue.`;
  return error.with({ hint: `${far} ${hintOf(error) ?? ''}`.trim() });
}
