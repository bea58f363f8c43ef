// Handles a request to the API: checks the rate limit and the URL's percent encoding, applies faults, runs the handler,
// and converts errors to responses.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type DamagingKind, injectFault, isDamaging, substitute } from '../faults/inject-fault';
import { challenge } from '../rules/credentials';
import type { Sandbox } from '../server/sandbox';
import { diskReason } from '../store/store';
import { type Call, consumes, isWellEncoded, type RouteContext, readCall } from './call';
import { completeDownload, Download, sendDownload } from './download';
import { codeOf, emptyResponse, Refusal, refusalResponse, sandboxFailure } from './responses';

/** A function that handles a request. A handler throws a Refusal to respond with an error from the catalog. */
export type Handler = (call: Call) => HandlerResult | Promise<HandlerResult>;

type HandlerResult = Response | Download;

function errorResponse(sandbox: Sandbox, call: Call, error: unknown): Response {
  if (error instanceof Refusal) {
    return refusalResponse(
      error,
      error.status === 401 ? { 'WWW-Authenticate': challenge(call) } : {},
    );
  }
  // If the client closed the connection, the sandbox does not report the error, because the closed connection is the
  // cause.
  if (!call.outgoing.destroyed) sandbox.report(error);
  return sandboxFailure(diskReason(error, sandbox.identity.data));
}

/**
 * Runs a handler. If the handler is synchronous, returns its response without a promise, so that the HTTP framework
 * sends the response immediately.
 */
function invoke(
  sandbox: Sandbox,
  call: Call,
  handler: Handler,
): HandlerResult | Promise<HandlerResult> {
  try {
    const result = handler(call);
    return result instanceof Promise
      ? result.catch((error: unknown) => errorResponse(sandbox, call, error))
      : result;
  } catch (error) {
    return errorResponse(sandbox, call, error);
  }
}

/**
 * Records a response's API code and returns the response. If the result is a download, sends the download to the client
 * and does not record an API code.
 */
function deliver(
  sandbox: Sandbox,
  call: Call,
  result: HandlerResult,
): Response | Promise<Response> {
  if (!(result instanceof Download)) {
    noteCode(sandbox, call, result);
    return result;
  }
  return sendDownload(call, result).catch((error: unknown) => {
    sandbox.report(error);
    return RESPONSE_ALREADY_SENT;
  });
}

function noteCode({ journal }: Sandbox, { outgoing }: Call, response: Response): void {
  const code = codeOf(response);
  if (code !== null) journal.note(outgoing, { code });
}

/** Returns a handler that applies a request's fault, or calls `handler` if the request has no fault. */
function withFaults(sandbox: Sandbox, handler: Handler): Handler {
  return (call) => {
    if (!isWellEncoded(call.target)) throw new Refusal(4000);
    const fault = call.method === 'OPTIONS' ? undefined : sandbox.faults.pick(call);
    if (fault === undefined) return handler(call);
    const { kind } = fault;
    sandbox.journal.note(call.outgoing, { fault: kind });
    if (kind === 'stall') sandbox.journal.end(call.outgoing);
    if (!isDamaging(kind)) return substitute(kind, call);
    return damagedResponse(sandbox, call, handler, kind, fault.latency ?? sandbox.slowFor);
  };
}

/** Runs a handler, then applies a fault to the handler's response. */
async function damagedResponse(
  sandbox: Sandbox,
  call: Call,
  handler: Handler,
  kind: DamagingKind,
  slowFor: number,
): Promise<Response> {
  const result = await invoke(sandbox, call, handler);
  const response = result instanceof Download ? await completeDownload(result) : result;
  noteCode(sandbox, call, response);
  return injectFault(kind, call, response, slowFor);
}

function handle(sandbox: Sandbox, call: Call, handler: Handler): Response | Promise<Response> {
  if (sandbox.rates && consumes(call) && !sandbox.rates.admit(call.address, sandbox.clock.now())) {
    return emptyResponse(503);
  }
  const result = invoke(sandbox, call, withFaults(sandbox, handler));
  return result instanceof Promise
    ? result.then((settled) => deliver(sandbox, call, settled))
    : deliver(sandbox, call, result);
}

/** Returns an operation's route function for the HTTP framework. */
export function operation(sandbox: Sandbox, handler: Handler) {
  return (context: RouteContext): Response | Promise<Response> =>
    handle(sandbox, readCall(context), handler);
}
