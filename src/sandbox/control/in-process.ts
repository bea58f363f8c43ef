// The control calls for a program that runs the sandbox itself: the same handlers, without a request.
import { WaypostError } from '../../lib/errors';
import { ControlError, type MachineHandler, parseControl } from './control';

/**
 * Carries a control call out.
 * @param document what the body of the request would be
 * @throws WaypostError `invalid_input`, with what is wrong by member under `details`.
 */
export async function callControl<R>(
  handler: MachineHandler<R>,
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
