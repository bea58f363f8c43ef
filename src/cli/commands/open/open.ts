// `waypost open`: the dashboard of the service in use, in the browser.
import { isLoopback } from '../../../lib/loopback';
import { openInBrowser } from '../../prompts/open-page';
import { wayToPage } from '../../prompts/ssh';
import type { Context } from '../../run/context';
import { credentialsFor } from '../../run/credentials';

const dashboardPath = '/dashboard';

export async function openDashboard(
  context: Context,
  { print = false }: { print?: boolean },
): Promise<void> {
  const { output } = context;
  const { baseUrl } = await credentialsFor(context);
  const dashboard = isLoopback(baseUrl);
  const url = new URL(dashboard ? dashboardPath : '/', baseUrl).href;
  await output.result({ url, dashboard }, () => url);
  if (!dashboard && !output.json) {
    await output.note((colour) =>
      colour.dim('The dashboard of this service is not known; this is its first page.'),
    );
  }
  const way = wayToPage(url, context.system.env);
  if (way !== undefined && !output.json) await output.note(() => way);
  if (!print && !output.asData) await openInBrowser(context, url);
}
