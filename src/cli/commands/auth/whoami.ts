// `waypost auth whoami`: where each credential comes from, and whether the API key works.
import { credentialOf, type Resolved } from '../../../client/credentials/resolve';
import { exitStatuses, WaypostError } from '../../../lib/errors';
import { profileText } from '../../hints/profile';
import type { Context } from '../../run/context';
import { keyState, type Sighting, sighting } from './shared/key-report';

interface Options {
  check?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { check }: Options): Promise<void> {
  const { output } = context;
  const resolved = await context.resolve();
  const sources = {
    api_key: sighting(await credentialOf(resolved, 'apiKey')),
    user_token: sighting(await credentialOf(resolved, 'userToken')),
  };
  const state = await stateOf(context, resolved, sources);
  await output.result({ ...sources, ...state }, (colour) => {
    const verdict = !state.live
      ? colour.red(resolved.apiKey === undefined ? 'none' : 'rejected by the service')
      : state.available
        ? colour.green('live and available')
        : colour.yellow('live, but without lookups or over a limit');
    return [
      ...(resolved.profile === undefined
        ? []
        : [`Profile         ${profileText(resolved.profile)}`]),
      `API key         ${described(sources.api_key, resolved.stored?.apiKeyCommand)}`,
      `Management key  ${described(sources.user_token, resolved.stored?.userTokenCommand)}`,
      `Service         ${resolved.baseUrl.href}`,
      `State           ${verdict}`,
      ...(resolved.withheld === undefined ? [] : [resolved.withheld]),
      ...(resolved.apiKey === undefined
        ? [context.inProfile('Log in with `waypost auth login`, or sign up with `waypost signup`.')]
        : []),
    ].join('\n');
  });
  // The members of the --json report are fixed, and have no place for this.
  if (output.json && resolved.withheld !== undefined) await output.warn(resolved.withheld);
  // The report is printed; only the status tells a script that the key does not work.
  if (check && !state.live) context.exitStatus = exitStatuses.auth_failed;
}

async function stateOf(
  context: Context,
  { apiKey, baseUrl }: Resolved,
  sources: { api_key: Sighting | null; user_token: Sighting | null },
): Promise<{ live: boolean; available?: boolean }> {
  if (apiKey === undefined) return { live: false };
  try {
    return await keyState(await context.service(baseUrl), apiKey.value);
  } catch (error) {
    throw error instanceof WaypostError ? error.with({ details: sources }) : error;
  }
}

function described(seen: Sighting | null, command: readonly string[] | undefined): string {
  const config = command === undefined ? 'the credentials file' : `the command ${command[0]}`;
  const origins = { flag: 'a flag', env: 'the environment', config };
  return seen === null ? 'none' : `${seen.preview} from ${origins[seen.source]}`;
}
