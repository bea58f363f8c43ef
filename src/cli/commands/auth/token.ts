// `waypost auth token`: prints a key, for `$(waypost auth token)`.
import { requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import type { Context } from '../../run/context';

interface Options {
  management?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { management }: Options): Promise<void> {
  const resolved = await context.resolve();
  const { value, source } = await (management
    ? requireUserToken(resolved)
    : requireApiKey(resolved));
  const { output } = context;
  if (output.asData) await output.result({ token: value, source }, () => value);
  else output.print(`${value}\n`);
}
