// The client as a library: what programs import from `waypost`. It asks no questions, prints nothing and
// never ends the process; every failure is a `WaypostError` with a code.
import type { Environment } from '../lib/environment';
import { homeDirectory } from '../lib/home-directory';
import { credentialsPath, profilesPath, settingsPath } from './credentials/directories';
import { sharedWarnings } from './credentials/json-file';
import { profileInUse } from './credentials/profiles';
import {
  type CredentialOptions,
  type CredentialSource,
  requireUsableFile,
  resolveCredentials as resolveFrom,
} from './credentials/resolve';
import { baseUrlSetting, readSettings } from './credentials/settings';

export type {
  Address,
  Addresses,
  AddressSuggestion,
  AddressSuggestions,
  Cleansing,
  Verification,
} from '../api/addresses';
export type { Config } from '../api/configs';
export type { Availability, KeyDetails, UsageRecord } from '../api/keys';
export type { Licensee, LicenseePage } from '../api/licensees';
export { type LogColumn, logColumns } from '../api/lookup-log';
export type { Place, PlaceSuggestion, PlaceSuggestions } from '../api/places';
export type { SignUpStart } from '../api/sign-up';
export type { EmailValidation, PhoneValidation } from '../api/validations';
export type { ErrorCode } from '../lib/error-codes';
export { type FieldError, WaypostError } from '../lib/errors';
export * from './client';
export type { CredentialSource } from './credentials/resolve';
export type { SignUpState } from './signup/claim';

/** Options that override environment and credentials file; all optional. */
export interface ResolveOptions extends CredentialOptions {
  /** Name of the profile whose credentials are used. */
  profile?: string | undefined;
  /** Default: the environment of this process. */
  env?: Environment | undefined;
}

/** Credentials as `createClient` takes them. */
export interface ResolvedCredentials {
  apiKey: string | undefined;
  userToken: string | undefined;
  /**
   * Words of the command that prints the API key, in host of `apiKey`; `createClient` runs it when needed.
   */
  apiKeyCommand: readonly string[] | undefined;
  userTokenCommand: readonly string[] | undefined;
  baseUrl: string;
  insecureHttp: boolean;
  /** Where each credential came from; undefined for one that is not known. */
  sources: { apiKey: CredentialSource | undefined; userToken: CredentialSource | undefined };
  /** Warnings for the user: loose permissions, stored keys of another service. */
  warnings: string[];
}

/**
 * Finds the credentials as the command does: each on its own, options before the environment
 * (`WAYPOST_API_KEY`, `WAYPOST_USER_TOKEN`, `WAYPOST_BASE_URL`, `WAYPOST_PROFILE`) before the credentials
 * file of the profile in use. Runs nothing. Throws `invalid_input` and `invalid_credentials_file`.
 */
export function resolveCredentials(options: ResolveOptions = {}): ResolvedCredentials {
  const { env = process.env, insecureHttp = false } = options;
  const host = { env, platform: process.platform, home: homeDirectory() };
  const profile = profileInUse(host, options.profile);
  const settings = settingsPath(host);
  const resolved = resolveFrom(credentialsPath(host, profile?.name), options, env, {
    profile,
    baseUrlSetting: baseUrlSetting(readSettings(settings), settings),
  });
  requireUsableFile(resolved);
  const { apiKey, userToken, baseUrl, stored, withheld, warnings } = resolved;
  const bound = withheld === undefined;
  const shared = [settings, profilesPath(host)]
    .flatMap(sharedWarnings)
    .map(({ message }) => message);
  const apiKeyCommand = bound && apiKey === undefined ? stored?.apiKeyCommand : undefined;
  const userTokenCommand = bound && userToken === undefined ? stored?.userTokenCommand : undefined;
  return {
    apiKey: apiKey?.value,
    userToken: userToken?.value,
    apiKeyCommand,
    userTokenCommand,
    baseUrl: baseUrl.href,
    insecureHttp,
    sources: {
      apiKey: apiKeyCommand === undefined ? apiKey?.source : 'config',
      userToken: userTokenCommand === undefined ? userToken?.source : 'config',
    },
    warnings: [
      ...new Set(shared.concat(warnings.map(({ message }) => message))),
      ...(withheld === undefined ? [] : [withheld]),
    ],
  };
}
