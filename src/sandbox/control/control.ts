// The control interface: calls for tests that do what the real service's owner does on a dashboard, or what
// only time does. Bare JSON, and for this machine alone.
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
 * Reads the document of a call: the JSON of a control call, or the fields of a dashboard's form.
 * @throws ControlError 400, with what is wrong by member, or 413 for a body that is too large.
 */
export type Receive = <T>(schema: ZodMiniType<T>) => Promise<T>;

/** Answers a control call with the JSON document it returns; the dashboard's forms use it too. */
export type ControlHandler<R = unknown> = (call: Call, receive: Receive) => R | Promise<R>;

function answer(status: number, document: unknown): Response {
  return new Response(`${JSON.stringify(document)}\n`, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // An unread rest of the body must not be taken for the next request: close the connection.
      ...(status === 413 ? { Connection: 'close' } : {}),
    },
  });
}

/** Only this machine may call, and only under one of its own names. */
export function checkMachine(sandbox: Sandbox, call: Call): void {
  if (!isLoopbackAddress(call.address)) {
    throw new ControlError(403, 'the control interface answers this machine only');
  }
  if (!isOwnHost(sandbox, call.header('host'))) {
    throw new ControlError(403, 'the Host header does not name this machine');
  }
}

/** A page of another site, or another machine, must not use the control interface. */
export function checkCaller(sandbox: Sandbox, call: Call): void {
  checkMachine(sandbox, call);
  if (!isSameOrigin(call)) {
    throw new ControlError(403, 'the control interface does not answer pages of other sites');
  }
}

export function controlRoute(sandbox: Sandbox, handler: ControlHandler) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    try {
      checkCaller(sandbox, call);
      return answer(200, await handler(call, (schema) => readControl(call, schema)));
    } catch (error) {
      if (error instanceof ControlError) {
        const { status, message, errors } = error;
        return answer(status, { error: message, ...(errors ? { errors } : {}) });
      }
      sandbox.report(error);
      const reason = diskReason(error, sandbox.identity.data);
      return answer(500, { error: reason ?? 'the sandbox failed' });
    }
  };
}

export function wrongField(
  path: string,
  message: string,
  sentence = `${path} ${message}`,
): ControlError {
  return new ControlError(400, sentence, [{ path, message }]);
}

/**
 * Parses a document.
 * @throws ControlError 400, with what is wrong by member.
 */
export function parseControl<T>(schema: ZodMiniType<T>, given: unknown): T {
  const parsed = parse(schema, given);
  if ('value' in parsed) return parsed.value;
  const [first] = parsed.errors;
  throw new ControlError(400, `${first?.path || 'the body'} ${first?.message}`, parsed.errors);
}

/** The JSON object of a control call; `{}` if no body was sent. */
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

// The control calls for a program that runs the sandbox in its own process: the same handlers, without a request.

/**
 * Carries a control call out.
 * @param document what the body of the request would be
 * @throws WaypostError `invalid_input`, with what is wrong by member under `details`.
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
