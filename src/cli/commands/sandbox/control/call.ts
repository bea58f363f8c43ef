// Control calls to a running sandbox: their answers, and the errors that it answers.
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

/** The error of a control call that the sandbox refused, in its own words. */
export class ControlRefusal extends WaypostError {
  constructor(
    readonly answeredStatus: number,
    message: string,
  ) {
    super(answeredStatus < 500 ? 'invalid_input' : 'internal_error', message);
  }
}

/** Method and path of a control call, below /_sandbox. */
type ControlEndpoint = `${ControlRequest['method']} /${string}`;

/**
 * Makes a control call and reads its answer.
 * @throws ControlRefusal with the sandbox's own words, WaypostError `timeout` where it does not answer.
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
    `The sandbox on port ${port} gave an unexpected answer (HTTP ${answer.status}).`,
    { hint: 'It may be of another version: stop it and start it again.' },
  );
}
