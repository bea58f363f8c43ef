// `waypost keys list`: the keys that this machine knows, as previews. The service is not asked.
import type { Context } from '../../context';
import { table } from '../../ui/table';
import { type KnownKey, knownKeys } from './shared/known-keys';

const origins = { flag: 'option', env: 'environment', config: 'file' };
const types = { api_key: 'API key', user_token: 'management key' };

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const keys = await knownKeys(context);
  const { output } = context;
  await output.result(keys, (colour) => {
    if (keys.length === 0) {
      return context.inProfile(
        'No keys. Log in with `waypost auth login`, or sign up with `waypost signup`.',
      );
    }
    const columns = [
      { title: 'KEY' },
      { title: 'TYPE' },
      { title: 'PROFILE', minWidth: 8 },
      { title: 'SERVICE', minWidth: 16 },
      { title: 'FROM' },
      { title: 'IN USE' },
    ];
    return table(columns, keys.map(cellsOf), colour, output.width).join('\n');
  });
}

function cellsOf({
  preview,
  type,
  profile,
  base_url,
  source,
  command,
  in_use,
}: KnownKey): string[] {
  const from = command === undefined ? origins[source] : `command ${command}`;
  return [preview, types[type], profile ?? '', base_url ?? '', from, in_use ? 'yes' : ''];
}
