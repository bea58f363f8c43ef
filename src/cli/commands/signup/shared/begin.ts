// The first step of a new sign-up: sends the request, and asks a person to correct refused members.
import type { Service } from '../../../../client/http/service';
import type { Pending } from '../../../../client/signup/pending';
import { beginSignUp } from '../../../../client/signup/start';
import { WaypostError } from '../../../../lib/errors';
import type { Context } from '../../../run/context';
import { refusedFields, signUpBody } from './fields';

/** Starts a sign-up; a person corrects refused members until the service accepts them. */
export async function begin(
  context: Context,
  service: Service,
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Pending> {
  const { world, output } = context;
  const body = signUpBody(options);
  for (;;) {
    try {
      const { pending, aside } = await beginSignUp(
        service,
        body,
        path,
        world.clock,
        world.interrupted,
      );
      if (aside !== undefined && !output.json) {
        await output.note((colour) => colour.dim(`The earlier sign-up is kept in ${aside}`));
      }
      return pending;
    } catch (error) {
      if (!context.interactive || !isRefusal(error)) throw error;
      const refused = refusedFields(error.details);
      if (refused.length === 0) throw error;
      const { askText } = await context.output.prompts();
      for (const { field, message } of refused) {
        const question = `${field.label} (${message}):`;
        const answer = await askText(question, body[field.member]);
        if (answer === '') delete body[field.member];
        else body[field.member] = answer;
      }
    }
  }
}

/** Whether the service refused members of the request: code 4000. */
function isRefusal(error: unknown): error is WaypostError {
  return error instanceof WaypostError && error.code === 'api_error' && error.apiCode === 4000;
}
