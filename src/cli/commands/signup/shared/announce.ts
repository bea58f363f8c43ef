// The person is told where to go, always; and taken there where a browser would open before their eyes.
import { mayOpen } from '../../../../client/signup/start';
import type { Context } from '../../../context';
import { browserSurroundings, openBrowser, whyNoBrowser } from '../../../ui/browser';
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

/** Opens the page, or says why not. Does neither where nobody can be asked. */
export async function openPage(context: Context, page: string): Promise<void> {
  const { output, world, interactive } = context;
  if (!interactive) return;
  const refusal = mayOpen(page)
    ? whyNoBrowser(browserSurroundings(world.env, world.platform))
    : 'the page is plain http on another machine';
  if (refusal !== undefined) {
    await output.note((colour) => colour.dim(`Not opened by itself, because ${refusal}.`));
  } else if (!(await openBrowser(page))) {
    await output.note((colour) =>
      colour.dim('No browser could be started; open the page yourself.'),
    );
  }
}
