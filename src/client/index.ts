// The exports of the `waypost` package, the client library. The library never prompts the user, prints, or ends the
// process. The library's errors are `WaypostError` objects with an error code.
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

/** The options of `resolveCredentials`, which override the environment and the credentials file. */
export interface ResolveOptions extends CredentialOptions {
  /** The name of the profile to use. */
  profile?: string | undefined;
  /** The environment variables (default: `process.env`). */
  env?: Environment | undefined;
}

/** The credentials and the base URL. `createClient` accepts this object as its options. */
export interface ResolvedCredentials {
  apiKey: string | undefined;
  /** The management key. */
  userToken: string | undefined;
  /**
   * The command that prints the API key: an array of strings, which are the program and its arguments. Undefined if
   * `apiKey` is known or no command is stored. The client runs the command when it first needs the key.
   */
  apiKeyCommand: readonly string[] | undefined;
  /** The command that prints the management key. Works like `apiKeyCommand`. */
  userTokenCommand: readonly string[] | undefined;
  /** The service's base URL, including the version prefix. */
  baseUrl: string;
  insecureHttp: boolean;
  /** The source of each credential, or undefined if the credential is not set. */
  sources: { apiKey: CredentialSource | undefined; userToken: CredentialSource | undefined };
  /** Warnings about loose permissions, plain HTTP, and stored keys that belong to a different service. */
  warnings: string[];
}

/**
 * Finds the credentials as the command line does. For each key and the base URL, an option overrides the environment
 * variable (`WAYPOST_API_KEY`, `WAYPOST_USER_TOKEN`, `WAYPOST_BASE_URL`), which overrides the credentials file of the
 * active profile. If none of them sets the base URL, the settings file can set it. `profile` overrides
 * `WAYPOST_PROFILE`. Does not run key commands, because the client runs them when it needs the keys. Throws a
 * `WaypostError` with the error code `invalid_input` if a value, the settings file or the profile rules are invalid, or
 * `invalid_credentials_file` if the credentials file cannot be used.
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
