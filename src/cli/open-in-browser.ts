// A page before the user's eyes, where there is somebody to see it.
import { mayOpen } from '../client/signup/start';
import type { Context } from './context';
import { browserSurroundings, openersFor } from './ui/browser';
import { openPage } from './ui/open-page';
import { sanitizeLine } from './ui/sanitize';

/** Opens the page, or says why not. Does neither where nobody can be asked. */
export async function openInBrowser(context: Context, page: string): Promise<void> {
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
  const failures = await openPage(page, openers, world.env);
  if (failures === undefined) return;
  await output.note((colour) =>
    colour.dim(
      `No browser could be started (${sanitizeLine(failures.join('; '))}); open the page yourself.`,
    ),
  );
}
