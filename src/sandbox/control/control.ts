// The control interface: what the real service's owner does on a dashboard, or only time can do, as
// calls for tests (decisions.md). Bare JSON, and for this machine alone.
import type { FieldError } from '../../contract/errors';
import { readBytes } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { isLoopback, isOwnHost, isSameOrigin } from '../http/hosts';
import type { Sandbox } from '../sandbox';
import { read, type Shape } from '../shapes/shape';

const maximumBody = 1024 * 1024;

/** A control call that cannot be carried out. */
export class ControlError extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;

  constructor(status: number, message: string, errors?: FieldError[]) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** Answers a control call with the JSON document it returns. */
export type ControlHandler = (call: Call) => unknown;

function answer(status: number, document: unknown): Response {
  return new Response(`${JSON.stringify(document)}\n`, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** A page of another site, or another machine, must not turn the switches of this one. */
function checkCaller(sandbox: Sandbox, call: Call): void {
  if (!isLoopback(call.address)) {
    throw new ControlError(403, 'the control interface answers this machine only');
  }
  if (!isOwnHost(sandbox, call.header('host'))) {
    throw new ControlError(403, 'the Host header does not name this machine');
  }
  if (!isSameOrigin(call)) {
    throw new ControlError(403, 'the control interface does not answer pages of other sites');
  }
}

/** Makes a route of a control call. */
export function control(sandbox: Sandbox, handler: ControlHandler) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    try {
      checkCaller(sandbox, call);
      return answer(200, await handler(call));
    } catch (error) {
      if (error instanceof ControlError) {
        const { status, message, errors } = error;
        return answer(status, { error: message, ...(errors ? { errors } : {}) });
      }
      sandbox.report(error);
      return answer(500, { error: 'the sandbox failed' });
    }
  };
}

/**
 * The JSON object of a control call; `{}` stands for a body that was not sent.
 * @throws ControlError 400, with what is wrong by member.
 */
export async function readControl<T>(call: Call, shape: Shape<T>): Promise<T> {
  const text = (await readBytes(call, maximumBody)).toString('utf8').trim();
  let given: unknown;
  try {
    given = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ControlError(400, 'the body is not JSON');
  }
  const reading = read(shape, given);
  if ('value' in reading) return reading.value;
  const [first] = reading.errors;
  throw new ControlError(400, `${first?.path || 'the body'} ${first?.message}`, reading.errors);
}
