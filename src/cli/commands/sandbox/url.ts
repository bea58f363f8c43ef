// `waypost sandbox url`: prints the base URL, for `--base-url "$(waypost sandbox url)"`.
import type { Command } from 'commander';
import { findSandbox } from '../../../sandbox/instance/find';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { elsewhere } from './shared/elsewhere';
import {
  addWhichOptions,
  noSandbox,
  silentSandbox,
  type WhichOptions,
  whereabouts,
} from './shared/which';

const help = `
Example:
  export WAYPOST_BASE_URL="$(waypost sandbox url)"

Output (--json): {"url": "http://127.0.0.1:8787/v1"}
Errors: network_error (3) where no sandbox runs, timeout (3) where it does not answer`;

export function register(command: Command, act: Act): void {
  addWhichOptions(command)
    .description('Print the base URL of the running sandbox, and nothing else.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: WhichOptions): Promise<void> {
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  if (found.state === 'stopped') {
    throw noSandbox(where, await elsewhere(context, options, 'url'));
  }
  if (found.state === 'silent') throw silentSandbox(where, found.pid);
  const { url } = found.sandbox;
  await context.output.result({ url }, () => url);
}
