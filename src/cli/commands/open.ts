// `waypost open`: the dashboard of the service in use, in the browser.
import { isLoopback } from '../../lib/loopback';
import type { Context } from '../context';
import { browserSurroundings, openersFor } from '../ui/browser';
import { openPage } from '../ui/open-page';
import { sanitizeLine } from '../ui/sanitize';

/** Where a sandbox has its dashboard. */
const dashboardPath = '/dashboard';

/** Runs the command. */
export async function run(context: Context, { print = false }: { print?: boolean }): Promise<void> {
  const { output } = context;
  const { baseUrl } = await context.resolve();
  const dashboard = isLoopback(baseUrl);
  const url = new URL(dashboard ? dashboardPath : '/', baseUrl).href;
  await output.result({ url, dashboard }, () => url);
  if (!dashboard && !output.json) {
    await output.note((colour) =>
      colour.dim('No address of a dashboard is known for this service; this is its first page.'),
    );
  }
  if (print || output.asData) return;
  const failure = await open(context, url);
  if (failure !== undefined) await output.note((colour) => colour.dim(failure));
}

/** Opens the page; resolves with why it could not, or undefined. */
async function open({ world, interactive }: Context, url: string): Promise<string | undefined> {
  const openers = interactive
    ? openersFor(url, browserSurroundings(world.env, world.platform))
    : 'nobody is at the terminal';
  if (typeof openers === 'string') return `Not opened, because ${openers}.`;
  const failures = await openPage(url, openers, world.env);
  if (failures === undefined) return undefined;
  return `No browser could be started (${sanitizeLine(failures.join('; '))}); open the page yourself.`;
}
