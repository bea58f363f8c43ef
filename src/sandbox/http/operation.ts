// The common path of requests to the service: rate limit, encoding, faults, the handler, and the one place
// where a refusal becomes an answer.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { injectFault, isDamaging, substitute } from '../faults/inject-fault';
import { challenge } from '../rules/credentials';
import type { Sandbox } from '../server/sandbox';
import { diskReason } from '../store/store';
import { type Call, consumes, isWellEncoded, type RouteContext, readCall } from './call';
import { Download, sendDownload, wholeDownload } from './download';
import { codeOf, emptyResponse, Refusal, refusalResponse, sandboxFailure } from './responses';

/** Answers a request; a Refusal is answered by its row of the catalog. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

type Reply = Response | Download;

function answerError(sandbox: Sandbox, call: Call, error: unknown): Response {
  if (error instanceof Refusal) {
    return refusalResponse(
      error,
      error.status === 401 ? { 'WWW-Authenticate': challenge(call) } : {},
    );
  }
  // A client that closed the connection while sending is no failure, and gets no answer.
  if (!call.outgoing.destroyed) sandbox.report(error);
  return sandboxFailure(diskReason(error, sandbox.identity.data));
}

/** Runs a handler. A synchronous answer stays synchronous: the framework sends it without a promise. */
function invoke(sandbox: Sandbox, call: Call, handler: Handler): Reply | Promise<Reply> {
  try {
    const answer = handler(call);
    return answer instanceof Promise
      ? answer.catch((error: unknown) => answerError(sandbox, call, error))
      : answer;
  } catch (error) {
    return answerError(sandbox, call, error);
  }
}

function deliver(sandbox: Sandbox, call: Call, answer: Reply): Response | Promise<Response> {
  if (!(answer instanceof Download)) {
    noteCode(sandbox, call, answer);
    return answer;
  }
  return sendDownload(call, answer).catch((error: unknown) => {
    sandbox.report(error);
    return RESPONSE_ALREADY_SENT;
  });
}

function noteCode({ journal }: Sandbox, { outgoing }: Call, answer: Response): void {
  const code = codeOf(answer);
  if (code !== null) journal.note(outgoing, { code });
}

function withFaults(sandbox: Sandbox, handler: Handler): Handler {
  return (call) => {
    if (!isWellEncoded(call.target)) throw new Refusal(4000);
    const fault = call.method === 'OPTIONS' ? undefined : sandbox.faults.pick(call);
    if (fault === undefined) return handler(call);
    const { kind } = fault;
    sandbox.journal.note(call.outgoing, { fault: kind });
    if (kind === 'stall') sandbox.journal.end(call.outgoing);
    if (!isDamaging(kind)) return substitute(kind, call);
    return Promise.resolve(invoke(sandbox, call, handler))
      .then((answer) => (answer instanceof Download ? wholeDownload(answer) : answer))
      .then((answer) => {
        noteCode(sandbox, call, answer);
        return answer;
      })
      .then((answer) => injectFault(kind, call, answer, fault.latency ?? sandbox.slowFor));
  };
}

function carryOut(sandbox: Sandbox, call: Call, handler: Handler): Response | Promise<Response> {
  if (sandbox.rates && consumes(call) && !sandbox.rates.admit(call.address, sandbox.clock.now())) {
    return emptyResponse(503);
  }
  const answer = invoke(sandbox, call, withFaults(sandbox, handler));
  return answer instanceof Promise
    ? answer.then((one) => deliver(sandbox, call, one))
    : deliver(sandbox, call, answer);
}

export function operation(sandbox: Sandbox, handler: Handler) {
  return (context: RouteContext): Response | Promise<Response> =>
    carryOut(sandbox, readCall(context), handler);
}
