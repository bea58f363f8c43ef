// Sends requests to a running sandbox's control API, and parses the responses.
import * as z from 'zod/mini';
import { WaypostError } from '../../../../lib/errors';
import {
  type ControlRequest,
  type FoundSandbox,
  sendControlRequest,
} from '../../../../sandbox/control/control-client';
import { parse } from '../../../../sandbox/http/parse';
import { silentSandbox } from '../target/selection';

const refusedCall = z.object({ error: z.string() });

/** The error for a request that the sandbox's control API rejects. The message comes from the sandbox. */
export class ControlRefusal extends WaypostError {
  constructor(
    readonly answeredStatus: number,
    message: string,
  ) {
    super(answeredStatus < 500 ? 'invalid_input' : 'internal_error', message);
  }
}

/** The method and path of a request to the control API. The path is below /_sandbox. */
type ControlEndpoint = `${ControlRequest['method']} /${string}`;

/**
 * Sends a request to the sandbox's control API and returns the result in the response.
 * @throws ControlRefusal if the sandbox rejects the request, WaypostError `timeout` if the sandbox does not respond, and
 * `invalid_response` if the response is unexpected.
 */
export async function callSandbox<T>(
  { origin, port, pid, data }: FoundSandbox,
  endpoint: ControlEndpoint,
  schema: z.ZodMiniType<T>,
  { body, timeout = 30_000 }: Pick<ControlRequest, 'body' | 'timeout'> = {},
): Promise<T> {
  const [method, path] = endpoint.split(' ') as [ControlRequest['method'], string];
  const answer = await sendControlRequest(origin, {
    method,
    path: `/_sandbox${path}`,
    body,
    timeout,
  });
  if (answer === undefined) throw silentSandbox({ port }, pid, data);
  const refused = parse(refusedCall, answer.document);
  if ('value' in refused) throw new ControlRefusal(answer.status, refused.value.error);
  const parsed = parse(schema, answer.document);
  if ('value' in parsed && answer.status === 200) return parsed.value;
  throw new WaypostError(
    'invalid_response',
    `The sandbox on port ${port} sent an unexpected response (HTTP status ${answer.status}).`,
    {
      hint: 'A different version of waypost might have started the sandbox. Stop the sandbox, and start it again.',
    },
  );
}
