// Prints the result of `sandbox start` after the sandbox has started to listen.
import { defaultBaseUrl } from '../../../../lib/identity';
import type { Output } from '../../../output/output';
import { wayToPage } from '../../../prompts/ssh';
import type { System } from '../../../run/system';
import type { StartedSandbox } from './detached';

export async function showStarted(
  { system, output }: { system: System; output: Output },
  started: StartedSandbox,
): Promise<void> {
  const { url, port, data, detached, reused } = started;
  const dashboard = new URL('/dashboard', url).href;
  const way = wayToPage(dashboard, system.env);
  await output.result(started, (color) => {
    const title = color.green(reused ? 'Sandbox already running' : 'Sandbox ready');
    const lines = [
      `${title} at ${color.bold(url)}`,
      data === null
        ? 'All data is in memory, and is lost when the sandbox stops.'
        : `Data in ${data}`,
      'The shared test key is ak_test. Get your own key with `waypost signup`.',
      `Dashboard for accounts, keys, faults and the clock: ${dashboard}`,
    ];
    if (way !== undefined) lines.push(way);
    if (url !== defaultBaseUrl) lines.push(`To use the sandbox: export WAYPOST_BASE_URL=${url}`);
    lines.push(
      detached || reused
        ? `Stop the sandbox with \`waypost sandbox stop --port ${port}\`.`
        : 'Press Ctrl-C to stop the sandbox.',
    );
    return lines.join('\n');
  });
}
