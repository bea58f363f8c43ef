// The person is told where to go, always; and taken there where a browser would open before their eyes.
import { mayOpen } from '../../../../client/signup/start';
import type { Context } from '../../../context';
import { browserSurroundings, openersFor } from '../../../ui/browser';
import { openPage as openWith } from '../../../ui/open-page';
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
  const { output, world, interactive, configuration } = context;
  if (!interactive) return;
  const openers = mayOpen(page)
    ? openersFor(
        page,
        browserSurroundings(world.env, world.platform, configuration.settings.browser),
      )
    : 'the page is plain http on another machine';
  if (typeof openers === 'string') {
    await output.note((colour) => colour.dim(`Not opened by itself, because ${openers}.`));
    return;
  }
  const failures = await openWith(page, openers, world.env);
  if (failures === undefined) return;
  await output.note((colour) =>
    colour.dim(
      `No browser could be started (${sanitizeLine(failures.join('; '))}); open the page yourself.`,
    ),
  );
}
