// The way of every request to the service: rate, encoding, faults, the handler, and one place where a
// refusal becomes an answer.
import { spoil, substitute } from '../faults/spoil';
import { challenge } from '../rules/credentials';
import type { Sandbox } from '../sandbox';
import { bare, refusal, uncatalogued } from './answers';
import { type Call, type RouteContext, readCall } from './call';
import { isWellEncoded } from './percent';
import { Refusal } from './refusal';

/** Answers a request; a Refusal it throws is answered by its row of the catalogue. */
export type Handler = (call: Call) => Response | Promise<Response>;

/** Whether a request is one that reads or changes, not a HEAD or OPTIONS, which consume nothing. */
export const consumes = (call: Call): boolean =>
  call.method !== 'HEAD' && call.method !== 'OPTIONS';

function answerError(sandbox: Sandbox, call: Call, error: unknown): Response {
  if (error instanceof Refusal) {
    return refusal(error, error.status === 401 ? { 'WWW-Authenticate': challenge(call) } : {});
  }
  // A caller that hung up while it was sending is no failure, and hears no answer.
  if (!call.outgoing.destroyed) sandbox.report(error);
  return uncatalogued();
}

/** Runs a handler. What answers at once is not made to wait: the framework sends it without a promise. */
function run(sandbox: Sandbox, call: Call, handler: Handler): Response | Promise<Response> {
  try {
    const answer = handler(call);
    return answer instanceof Promise
      ? answer.catch((error: unknown) => answerError(sandbox, call, error))
      : answer;
  } catch (error) {
    return answerError(sandbox, call, error);
  }
}

/** Makes a route of a handler. */
export function operation(sandbox: Sandbox, handler: Handler) {
  return (context: RouteContext): Response | Promise<Response> => {
    const call = readCall(context);
    if (
      sandbox.rates &&
      consumes(call) &&
      !sandbox.rates.admit(call.address, sandbox.clock.now())
    ) {
      return bare(503);
    }
    return run(sandbox, call, () => {
      if (!isWellEncoded(call.target)) throw new Refusal(4000);
      const fault = call.method === 'OPTIONS' ? undefined : sandbox.faults.pick(call);
      if (fault === undefined) return handler(call);
      const stand = substitute(fault, call);
      if (stand) return stand;
      return Promise.resolve(run(sandbox, call, handler)).then((answer) =>
        spoil(fault, call, answer, sandbox.slowFor),
      );
    });
  };
}
