// The person is told where to go, always; and taken there where a browser would open before their eyes.
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';

/** Tells the page to go to. */
export async function announcePage({ output }: Context, page: string): Promise<void> {
  if (output.json) output.event({ event: 'signup_url_issued', signup_url: page });
  else {
    await output.note(
      (colour) => `Open this page to sign up:\n\n  ${colour.bold(sanitizeLine(page))}\n`,
    );
  }
}
