// A form of the dashboard makes a control call, then leads back to a page, so that reloading it sends
// nothing again. What the call refuses is told beside the field, with everything that was typed.
import { ControlError, type ControlHandler, parseControl } from '../control/control';
import { Refusal } from '../http/answers';
import { BodyTooLarge, readBytes, readContentType } from '../http/body';
import type { Call } from '../http/call';
import { documentOf, type Form, valuesOf } from '../pages/dashboard/forms';
import type { Flash } from './dashboard-flash';
import type { Page } from './dashboard-pages';

const maximumForm = 256 * 1024;

/** The page a form is on, and the control call it makes. */
export interface Submission<R> {
  page: Page;
  /** Path of the page. */
  at(call: Call): string;
  form: Form;
  handler: ControlHandler<R>;
  /** Path it leads to once it is carried out; back to its page where it does not say. */
  to?(call: Call, result: R): string;
  /** What that page says then. */
  notice: string;
}

/**
 * Reads a form.
 * @throws ControlError 413 for one that is too large, 415 for another content type.
 */
async function readForm(call: Call): Promise<URLSearchParams> {
  const { type } = readContentType(call.header('content-type'));
  if (type !== 'application/x-www-form-urlencoded') {
    throw new ControlError(415, 'this is not the form of a page');
  }
  try {
    return new URLSearchParams((await readBytes(call, maximumForm)).toString('utf8'));
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new ControlError(413, 'the form is too large');
  }
}

/** Carries a form out. */
export function submit<R>(flash: Flash, { page, at, form, handler, to, notice }: Submission<R>) {
  return async (call: Call): Promise<Response> => {
    const values = valuesOf(form, await readForm(call));
    try {
      const result = await handler(call, async (schema) =>
        parseControl(schema, documentOf(form, values)),
      );
      return new Response(null, {
        status: 303,
        headers: { Location: to ? to(call, result) : at(call), 'Set-Cookie': flash.keep(notice) },
      });
    } catch (error) {
      if (error instanceof Refusal) throw new ControlError(error.status, error.message);
      if (!(error instanceof ControlError) || !error.errors) throw error;
      const failed = { form, values, problems: error.errors };
      return page(call, { failed, notice: undefined });
    }
  };
}
