// `waypost auth logout`: removes the stored credentials; the keys themselves stay valid.
import { removeCredentials } from '../../../client/credentials/store';
import type { Context } from '../../run/context';

interface Options {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { yes }: Options): Promise<void> {
  const path = context.credentialsPath;
  if (!yes && context.interactive) {
    const { confirmLogout } = await import('./shared/confirm-logout');
    if (!(await confirmLogout(context))) return;
  }
  const removed = await removeCredentials(path, context.world);
  const value = { success: true, removed: removed.length > 0, config_path: path };
  await context.output.result(value, (colour) =>
    removed.length === 0
      ? context.inProfile(`Nothing was stored in ${path}. \`waypost auth login\` stores a login.`)
      : [
          colour.green('Logged out.'),
          ...removed.map((file) => `Removed ${file}`),
          'The keys themselves stay valid; to stop one, delete it at the service.',
        ].join('\n'),
  );
}
