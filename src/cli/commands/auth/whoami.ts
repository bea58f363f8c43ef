// The commands that show the credentials in use. Scripts run these commands often. To make the commands start fast,
// this file does not load the code that stores or lists logins.

import {
  type Credential,
  credentialOf,
  type ResolvedCredentials,
  requireApiKey,
  requireUserToken,
} from '../../../client/credentials/resolve';
import type { Service } from '../../../client/http/service';
import { keyAvailability } from '../../../client/keys';
import { errorCodes } from '../../../lib/error-codes';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { preview } from '../../../lib/masking';
import type { Output } from '../../output/output';
import { profileText } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { Sighting } from '../shared/logins';

interface WhoamiDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

interface AuthTokenDependencies {
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

export async function authWhoami(
  { output, credentials, service }: WhoamiDependencies,
  { check }: { check?: boolean },
): Promise<number> {
  const resolved = await credentials.resolve();
  const sources = {
    api_key: sightingOf(await credentialOf(resolved, 'apiKey')),
    user_token: sightingOf(await credentialOf(resolved, 'userToken')),
  };
  const state = await askState(service, resolved, sources);
  await output.result({ ...sources, ...state }, (color) => {
    const paintLive = state.available ? color.green : color.yellow;
    const paint = state.live ? paintLive : color.red;
    const verdict = paint(resolved.apiKey === undefined ? 'none' : stateText(state));
    return [
      ...(resolved.profile === undefined
        ? []
        : [`Profile         ${profileText(resolved.profile)}`]),
      `API key         ${originText(sources.api_key, resolved.stored?.apiKeyCommand)}`,
      `Management key  ${originText(sources.user_token, resolved.stored?.userTokenCommand)}`,
      `Service         ${resolved.baseUrl.href}`,
      `State           ${verdict}`,
      ...(resolved.withheld === undefined ? [] : [resolved.withheld]),
      ...(resolved.apiKey === undefined
        ? [
            `Log in with ${output.command('auth login')}, or sign up with ${output.command('signup')}.`,
          ]
        : []),
    ];
  });
  // `resolved.withheld` is the reason why waypost does not send the stored credentials to this service. The --json
  // report does not have a field for this reason, so the command prints the reason as a warning.
  if (output.json && resolved.withheld !== undefined) await output.warn(resolved.withheld);
  // The command prints the report even if the key does not work. In this case, if --check is set, the exit code is not
  // 0.
  return check && !state.live ? errorCodes.auth_failed.exitStatus : 0;
}

async function askState(
  service: ServiceConnector,
  { apiKey, baseUrl }: ResolvedCredentials,
  sources: Record<'api_key' | 'user_token', Sighting | null>,
): Promise<{ live: boolean; available?: boolean }> {
  if (apiKey === undefined) return { live: false };
  try {
    return await keyState(await service.connect(baseUrl), apiKey.value);
  } catch (error) {
    throw error instanceof WaypostError ? error.with({ details: sources }) : error;
  }
}

function originText(seen: Sighting | null, command: readonly string[] | undefined): string {
  const config = command === undefined ? 'the credentials file' : `the command ${command[0]}`;
  const origins = { flag: 'an option', env: 'the environment', config };
  return seen === null ? 'none' : `${seen.preview} from ${origins[seen.source]}`;
}

export async function authToken(
  { output, credentials, settings }: AuthTokenDependencies,
  { management, reveal }: { management?: boolean; reveal?: boolean },
): Promise<void> {
  const { agent } = settings;
  if (agent !== undefined && reveal !== true) {
    throw invalidInput(
      `auth token prints the key, which ${agent.agent} (${agent.variable}) could then read.`,
      'To run a program with the key, use `waypost exec <command>`. If the program must not get the key, use `waypost proxy <command>`. To print the key anyway, add --reveal.',
    );
  }
  const resolved = await credentials.resolve();
  const { value, source } = await (management
    ? requireUserToken(resolved)
    : requireApiKey(resolved));
  if (output.asData) await output.result({ token: value, source }, () => value);
  else output.print(`${value}\n`);
}

/** The result of checking a key. The properties are null if waypost could not check the key. */
export interface KeyState {
  live?: boolean | null;
  available?: boolean | null;
}

export function stateText({ live, available }: KeyState): string {
  if (!live) return 'rejected by the service';
  return available
    ? 'live and available'
    : 'live, but no lookups remain or the key has reached a limit';
}

/**
 * Asks the service whether a key works. If the service rejects the key, `live` is false. Throws an error if the request
 * fails for any other reason.
 */
export async function keyState(
  service: Service,
  apiKey: string,
): Promise<{ live: boolean; available: boolean }> {
  try {
    const { available } = await keyAvailability(service, apiKey);
    return { live: true, available };
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'auth_failed') {
      return { live: false, available: false };
    }
    throw error;
  }
}

function sightingOf(credential: Credential | undefined): Sighting | null {
  return credential ? { source: credential.source, preview: preview(credential.value) } : null;
}
