// The control API. Tests use this API to move the sandbox's clock, and to change data such as balances. In the hosted
// service, only the service operator can change this data. The control API uses plain JSON without an envelope, and
// accepts requests only from this machine.
import type { ZodMiniType } from 'zod/mini';
import { type FieldError, WaypostError } from '../../lib/errors';
import { BodyTooLarge, readBody } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { isLoopbackAddress, isOwnHost, isSameOrigin } from '../http/hosts';
import { parse } from '../http/parse';
import type { Sandbox } from '../server/sandbox';
import { diskReason } from '../store/store';

const maximumBody = 1024 * 1024;

export class ControlError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldError[],
  ) {
    super(message);
  }
}

/**
 * A function that reads a request's document: the JSON body of a control API request, or the fields of a dashboard
 * form.
 * @throws ControlError 400 with the invalid fields, or 413 if the body is too large.
 */
export type Receive = <T>(schema: ZodMiniType<T>) => Promise<T>;

/** A function that handles a control API request or a dashboard form, and returns the response's JSON document. */
export type ControlHandler<R = unknown> = (call: Call, receive: Receive) => R | Promise<R>;

function jsonResponse(status: number, document: unknown): Response {
  return new Response(`${JSON.stringify(document)}\n`, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // Closing the connection prevents the server from parsing the body's unread bytes as the next request.
      ...(status === 413 ? { Connection: 'close' } : {}),
    },
  });
}

/**
 * Checks that a request comes from this machine, and that the Host header contains an IP address, localhost or the
 * sandbox's host name.
 * @throws ControlError 403 for any other request.
 */
export function checkMachine(sandbox: Sandbox, call: Call): void {
  if (!isLoopbackAddress(call.address)) {
    throw new ControlError(
      403,
      'the control API and the dashboard accept only requests from the machine that runs the sandbox',
    );
  }
  if (!isOwnHost(sandbox, call.header('host'))) {
    throw new ControlError(
      403,
      'the Host header must contain an IP address, localhost or the host name of the sandbox',
    );
  }
}

/**
 * Checks that a request comes from this machine, and does not come from a page on a different site.
 * @throws ControlError 403 for any other request.
 */
export function checkCaller(sandbox: Sandbox, call: Call): void {
  checkMachine(sandbox, call);
  if (!isSameOrigin(call)) {
    throw new ControlError(
      403,
      'the control API and the dashboard do not accept requests from pages on other sites',
    );
  }
}

export function controlRoute(sandbox: Sandbox, handler: ControlHandler) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    try {
      checkCaller(sandbox, call);
      return jsonResponse(200, await handler(call, (schema) => readControl(call, schema)));
    } catch (error) {
      if (error instanceof ControlError) {
        const { status, message, errors } = error;
        return jsonResponse(status, { error: message, ...(errors ? { errors } : {}) });
      }
      sandbox.report(error);
      const reason = diskReason(error, sandbox.identity.data);
      return jsonResponse(500, { error: reason ?? 'the sandbox failed' });
    }
  };
}

/** Returns the error for one invalid field. */
export function wrongField(
  path: string,
  message: string,
  sentence = `${path} ${message}`,
): ControlError {
  return new ControlError(400, sentence, [{ path, message }]);
}

/**
 * Validates a document against a schema.
 * @throws ControlError 400 if the document does not match. The error lists the invalid fields.
 */
export function parseControl<T>(schema: ZodMiniType<T>, given: unknown): T {
  const parsed = parse(schema, given);
  if ('value' in parsed) return parsed.value;
  const [first] = parsed.errors;
  throw new ControlError(400, `${first?.path || 'the body'} ${first?.message}`, parsed.errors);
}

/** Reads and validates the JSON body of a control API request. Returns `{}` for an empty body. */
async function readControl<T>(call: Call, schema: ZodMiniType<T>): Promise<T> {
  let given: unknown;
  try {
    const text = (await readBody(call, maximumBody)).toString('utf8').trim();
    given = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new ControlError(413, error.message);
    if (!(error instanceof SyntaxError)) throw error;
    throw new ControlError(400, 'the body is not JSON');
  }
  return parseControl(schema, given);
}

/**
 * Calls a control API handler directly, without an HTTP request.
 * @param document the document that the handler reads as the request body
 * @throws WaypostError `invalid_input` with the invalid fields in `details`.
 */
export async function runControlHandler<R>(
  handler: (call: unknown, receive: Receive) => R | Promise<R>,
  document: object = {},
): Promise<R> {
  try {
    return await handler(undefined, async (schema) => parseControl(schema, document));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { message, errors: details } = error;
    throw new WaypostError('invalid_input', `${message}.`, { details, cause: error });
  }
}
