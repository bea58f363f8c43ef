// The client as a library: the exports of the package `waypost`. The library never prompts, prints or ends the process.
// Every failure is a `WaypostError` with a code.
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

/** Options that override the environment and the credentials file. */
export interface ResolveOptions extends CredentialOptions {
  /** Name of the profile to use. */
  profile?: string | undefined;
  /** The environment variables (default: `process.env`). */
  env?: Environment | undefined;
}

/** Credentials and base URL, which `createClient` accepts as its options. */
export interface ResolvedCredentials {
  apiKey: string | undefined;
  /** The management key. */
  userToken: string | undefined;
  /** The words of the command that prints the API key, if `apiKey` is undefined. `createClient` runs it. */
  apiKeyCommand: readonly string[] | undefined;
  /** Like `apiKeyCommand`, for the management key. */
  userTokenCommand: readonly string[] | undefined;
  /** Base URL of the service with its version prefix. */
  baseUrl: string;
  insecureHttp: boolean;
  /** Where each credential is from; undefined if it is not known. */
  sources: { apiKey: CredentialSource | undefined; userToken: CredentialSource | undefined };
  /** Warnings about loose permissions, plain HTTP and stored keys of another service. */
  warnings: string[];
}

/**
 * Finds the credentials like the command does. For each credential, an option overrides the environment
 * (`WAYPOST_API_KEY`, `WAYPOST_USER_TOKEN`, `WAYPOST_BASE_URL`), which overrides the credentials file of the active
 * profile (`profile`, otherwise `WAYPOST_PROFILE`). Starts no program. Throws a `WaypostError` with the code
 * `invalid_input` for an invalid value and `invalid_credentials_file` for a file that cannot be used.
 */
export function resolveCredentials(options: ResolveOptions = {}): ResolvedCredentials {
  const { env = process.env, insecureHttp = false } = options;
  const host = { env, platform: process.platform, home: homeDirectory() };
  const profile = profileInUse(host, options.profile);
  const settingsFile = settingsPath(host);
  const resolved = resolveFrom(credentialsPath(host, profile?.name), options, env, {
    profile,
    baseUrlSetting: baseUrlSetting(readSettings(settingsFile, ['base_url']), settingsFile),
  });
  requireUsableFile(resolved);
  const { apiKey, userToken, baseUrl, stored, withheld, warnings } = resolved;
  const usable = withheld === undefined ? stored : undefined;
  const sharedMessages = [settingsFile, profilesPath(host)]
    .flatMap(sharedWarnings)
    .map(({ message }) => message);
  const apiKeyCommand = apiKey === undefined ? usable?.apiKeyCommand : undefined;
  const userTokenCommand = userToken === undefined ? usable?.userTokenCommand : undefined;
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
      ...new Set(sharedMessages.concat(warnings.map(({ message }) => message))),
      ...(withheld === undefined ? [] : [withheld]),
    ],
  };
}
