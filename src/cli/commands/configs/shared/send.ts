// Sends files to the service, one after the other. What the service refuses about one of them keeps
// nobody else's from being sent, so that no push stops at the same file again and again.
import { createConfig, deleteConfig, updateConfig } from '../../../../client/configs';
import type { OwnedKey } from '../../../../client/owned-key';
import { WaypostError } from '../../../../lib/errors';
import { withHints } from '../../../hints/hints';
import { configChangeHints } from '../../../hints/table';
import type { Difference } from './compare';

/** What became of the files. */
export interface Sent {
  done: Difference[];
  refused: Refusal[];
  /** What kept the rest from being sent at all; undefined where all were. */
  stopped: WaypostError | undefined;
}

/** A file the service would not take, and why. */
export interface Refusal {
  difference: Difference;
  error: WaypostError;
}

/** Creates, updates and deletes configs. `onRefusal` is told at once of what the service refuses. */
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

/** Deletes a config; one that is gone already is what was wanted. */
async function deleted(key: OwnedKey, name: string): Promise<void> {
  try {
    await deleteConfig(key, name);
  } catch (error) {
    if (!(error instanceof WaypostError && error.apiCode === noSuchConfig)) throw error;
  }
}

/** Whether the next file may fare better: not where the keys are refused, or the service is out of reach. */
function isAboutThisOne({ code, status = 0, apiCode }: WaypostError): boolean {
  if (code === 'auth_failed' || code === 'rate_limited') return false;
  // A name such as `..` is refused on this side, for it would lead out of the path.
  return code === 'invalid_input' || apiCode !== undefined || (status >= 400 && status < 500);
}

function stoppedAt(
  name: string,
  error: WaypostError,
  { done }: Sent,
  todo: readonly Difference[],
): WaypostError {
  const far = `Stopped at ${name}: ${done.length} of ${todo.length} pushed. Run it again to go on.`;
  return error.with({ hint: `${far} ${error.hint ?? ''}`.trim() });
}
