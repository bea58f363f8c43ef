// `waypost auth logout`: removes the stored credentials; the keys themselves stay valid.
import type { Command } from 'commander';
import { removeCredentials } from '../../../client/credentials/store';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';

const help = `
Output (--json): {"success": true, "removed": true, "config_path": "…"}; removed is false where there was no file
Errors: write_failed (5)`;

export function register(command: Command, act: Act): void {
  command
    .description('Remove the stored credentials. The keys stay valid at the service.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context): Promise<void> {
  const path = context.credentialsPath;
  const removed = await removeCredentials(path, context.world.clock);
  const value = { success: true, removed: removed.length > 0, config_path: path };
  await context.output.result(value, (colour) =>
    removed.length === 0
      ? `Nothing was stored in ${sanitizeLine(path)}`
      : [
          colour.green('Logged out.'),
          ...removed.map((file) => `Removed ${sanitizeLine(file)}`),
          'The keys themselves stay valid; to stop one, delete it at the service.',
        ].join('\n'),
  );
}
