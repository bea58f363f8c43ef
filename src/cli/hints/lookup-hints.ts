// What to do next where the service refuses a lookup: what is the same for all of them. A command adds
// what only it knows, such as the search that gives new ids.

import type { LookupOperation } from '../../client/lookup';
import { mayHaveHappened } from '../../client/owned-key';
import { WaypostError } from '../../lib/errors';
import { hintOf } from './advice';
import { type NextSteps, withNextSteps } from './hints';

/** Does a lookup; an error of the contract leaves with a hint in the terms of the command. */
export async function withLookupSteps<T>(
  operation: LookupOperation,
  own: NextSteps,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withNextSteps({ ...stepsFor(operation), ...own }, work);
  } catch (error) {
    if (!operation.billed || !(error instanceof WaypostError) || !mayHaveHappened(error)) {
      throw error;
    }
    throw error.with({
      hint: [hintOf(error), mayBeCharged].flatMap((text) => text ?? []).join(' '),
    });
  }
}

const mayBeCharged =
  'The lookup may have been charged all the same: `waypost keys usage --last 1d` counts it.';

function stepsFor({ dataset }: LookupOperation): NextSteps {
  return {
    4011: 'The key answers only from certain pages or IP addresses, and this machine is none of them. Name another key with --api-key, or take the restriction off this one (`waypost keys details` shows its allowed URLs).',
    4013: 'The key is for sublicensing: give the key of a licensee in its place, --api-key sl_… (`waypost licensees list` shows the licensees).',
    4014: 'The licensee belongs to another key. Give the licensee key alone as --api-key; `waypost licensees list` shows those of a key.',
    4015: `The key is not enabled for the dataset ${dataset}, which this takes. Enable it with \`waypost keys update --enable-dataset ${dataset}\`, or name another key with --api-key.`,
    4020: 'The key has no lookups left: `waypost keys details` shows what it had. Top it up on the dashboard, or name another key with --api-key.',
    4021: 'A limit is reached: `waypost keys details` shows which. Wait until it resets, raise it with `waypost keys update`, or name another key with --api-key.',
    4150: 'The request arrived changed: waypost sends JSON in UTF-8. Check proxies on the way, and that --base-url names the service; --debug shows the requests.',
    40010:
      'waypost sends no source IP address, so something on the way added a wrong one. Check the proxy (HTTP_PROXY, HTTPS_PROXY), or name another key with --api-key.',
  };
}
