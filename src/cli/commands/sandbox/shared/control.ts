// Control calls of the commands: an answer in the expected form, or the error to show.
import * as z from 'zod/mini';
import { WaypostError } from '../../../../lib/errors';
import { type ControlCall, controlCall } from '../../../../sandbox/instance/ask';
import { type FoundSandbox, findSandbox } from '../../../../sandbox/instance/find';
import { parse } from '../../../../sandbox/schemas/parse';
import { silentSandbox } from './which';

const refusal = z.object({ error: z.string() });

/** A control call that was refused. */
export class ControlRefusal extends WaypostError {
  readonly answeredStatus: number;

  constructor(status: number, message: string) {
    super(status < 500 ? 'invalid_input' : 'internal_error', message);
    this.answeredStatus = status;
  }
}

/**
 * Makes a control call and reads its answer.
 * @throws ControlRefusal with the sandbox's own words, WaypostError `timeout` where it does not answer.
 */
export async function callSandbox<T>(
  { origin, port, pid, data }: FoundSandbox,
  call: ControlCall,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  const answer = await controlCall(origin, { timeout: 30_000, ...call });
  if (answer === undefined) throw silentSandbox({ port }, pid, data);
  const refused = parse(refusal, answer.document);
  if ('value' in refused) throw new ControlRefusal(answer.status, refused.value.error);
  const parsed = parse(schema, answer.document);
  if ('value' in parsed && answer.status === 200) return parsed.value;
  throw new WaypostError(
    'invalid_response',
    `The sandbox on port ${port} gave an unexpected answer (HTTP ${answer.status}).`,
    { hint: 'It may be of another version: stop it and start it again.' },
  );
}

/** The sandbox at a port of this machine; undefined where none answers. */
export async function sandboxAt(port: number): Promise<FoundSandbox | undefined> {
  const found = await findSandbox({ port });
  return found.state === 'running' ? found.sandbox : undefined;
}
