// `waypost auth whoami`: where each credential comes from, and whether the API key works.
import type { Credential, CredentialSource, Resolved } from '../../../client/credentials/resolve';
import { keyAvailability } from '../../../client/keys';
import { exitStatuses, WaypostError } from '../../../lib/errors';
import { preview } from '../../../lib/masking';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';

interface Options {
  check?: boolean;
}

/** A credential as it is reported: where it came from and its first six characters. */
interface Sighting {
  source: CredentialSource;
  preview: string;
}

/** Runs the command. */
export async function run(context: Context, { check }: Options): Promise<void> {
  const { output } = context;
  const resolved = await context.resolve();
  const sources = {
    api_key: sighting(resolved.apiKey),
    user_token: sighting(resolved.userToken),
  };
  const state = await keyState(context, resolved, sources);
  await output.result({ ...sources, ...state }, (colour) => {
    const verdict = !state.live
      ? colour.red(resolved.apiKey === undefined ? 'none' : 'rejected by the service')
      : state.available
        ? colour.green('live and available')
        : colour.yellow('live, but without lookups or over a limit');
    return [
      ...(resolved.profile === undefined ? [] : [`Profile         ${resolved.profile}`]),
      `API key         ${described(sources.api_key)}`,
      `Management key  ${described(sources.user_token)}`,
      `Service         ${resolved.baseUrl.href}`,
      `State           ${verdict}`,
      ...(resolved.withheld === undefined ? [] : [resolved.withheld]),
      ...(resolved.apiKey === undefined
        ? [context.inProfile('Log in with `waypost auth login`, or sign up with `waypost signup`.')]
        : []),
    ].join('\n');
  });
  // The members of the --json report are fixed, and none of them is for this.
  if (output.json && resolved.withheld !== undefined) await output.warn(resolved.withheld);
  // The report is delivered; only the status tells a script that the key does not work.
  if (check && !state.live) context.exitStatus = exitStatuses.auth_failed;
}

async function keyState(
  context: Context,
  { apiKey, baseUrl }: Resolved,
  sources: { api_key: Sighting | null; user_token: Sighting | null },
): Promise<{ live: boolean; available?: boolean }> {
  if (apiKey === undefined) return { live: false };
  try {
    const { available } = await keyAvailability(await context.service(baseUrl), apiKey.value);
    return { live: true, available };
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    if (error.code === 'auth_failed') return { live: false, available: false };
    throw error.with({ details: sources });
  }
}

function sighting(credential: Credential | undefined): Sighting | null {
  return credential === undefined
    ? null
    : { source: credential.source, preview: preview(credential.value) };
}

function described(seen: Sighting | null): string {
  const origins = { flag: 'a flag', env: 'the environment', config: 'the credentials file' };
  return seen === null ? 'none' : `${sanitizeLine(seen.preview)} from ${origins[seen.source]}`;
}
