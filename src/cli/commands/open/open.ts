// `waypost open`: opens the service's dashboard or home page in a browser.

import { TransportFailure } from '../../../client/http/exchange';
import { explainFailure } from '../../../client/http/explain';
import { isLoopback } from '../../../lib/loopback';
import { systemReason } from '../../../lib/system-error';
import type { Output } from '../../output/output';
import { openInBrowser } from '../../prompts/open-page';
import { wayToPage } from '../../prompts/ssh';
import type { Credentials } from '../../run/credentials';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

interface OpenDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

const dashboardPath = '/dashboard';

export async function openDashboard(
  { system, output, credentials, settings }: OpenDependencies,
  { print = false }: { print?: boolean },
): Promise<void> {
  const { baseUrl } = await credentials.resolve();
  const dashboard = isLoopback(baseUrl);
  const url = new URL(dashboard ? dashboardPath : '/', baseUrl).href;
  if (dashboard && !print) await requireListener({ system, settings }, baseUrl);
  await output.result({ url, dashboard }, () => url);
  if (!dashboard && !output.json) {
    await output.note((color) =>
      color.dim(
        "waypost cannot determine the URL of the service's dashboard. The printed URL is the service's home page.",
      ),
    );
  }
  const way = wayToPage(url, system.env);
  if (way !== undefined && !output.json) await output.note(() => way);
  if (!print && !output.asData) await openInBrowser({ system, output, settings }, url);
}

/** Throws `network_error` if waypost cannot connect to the URL's host and port. */
async function requireListener(
  { system, settings }: { system: System; settings: SettingsInUse },
  baseUrl: URL,
): Promise<void> {
  const { probe } = await import('../../../client/http/probe');
  const { env, clock, interrupted } = system;
  const { timeoutMs } = settings;
  for await (const { error } of probe(baseUrl, { env, clock, timeoutMs, signal: interrupted })) {
    if (error === undefined) continue;
    throw explainFailure(new TransportFailure('unreached', systemReason(error)), baseUrl, env);
  }
}
