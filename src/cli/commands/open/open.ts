// `waypost open`: the dashboard of the service in use, in the browser.

import { TransportFailure } from '../../../client/http/exchange';
import { explainFailure } from '../../../client/http/explain';
import { isLoopback } from '../../../lib/loopback';
import { systemReason } from '../../../lib/system-error';
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
  if (dashboard && !print) await requireListener(context, baseUrl);
  await output.result({ url, dashboard }, () => url);
  if (!dashboard && !output.json) {
    await output.note((color) =>
      color.dim('The dashboard of this service is not known; this is its first page.'),
    );
  }
  const way = wayToPage(url, context.system.env);
  if (way !== undefined && !output.json) await output.note(() => way);
  if (!print && !output.asData) await openInBrowser(context, url);
}

/** Throws `network_error` if nothing listens at an address of this machine: its page would be empty. */
async function requireListener(context: Context, baseUrl: URL): Promise<void> {
  const { probe } = await import('../../../client/http/probe');
  const { env, clock, interrupted } = context.system;
  const { timeoutMs } = context;
  for await (const { error } of probe(baseUrl, { env, clock, timeoutMs, signal: interrupted })) {
    if (error === undefined) continue;
    throw explainFailure(new TransportFailure('unreached', systemReason(error)), baseUrl, env);
  }
}
