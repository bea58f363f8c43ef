// The client as a library: what programs import from `waypost`. It asks nobody, prints nothing and ends no
// process; whatever fails is a `WaypostError` with a code.
import { homedir } from 'node:os';
import type { Environment } from '../lib/environment';
import { credentialsPath, profileFrom } from './credentials/directories';
import { type CredentialSource, resolveCredentials as resolveFrom } from './credentials/resolve';

export type { Availability, Config, Licensee, LicenseePage, UsageRecord } from '../api/types';
export { type ErrorCode, type FieldError, WaypostError } from '../lib/errors';
export { type Client, type ClientOptions, createClient } from './client';
export type { CredentialSource } from './credentials/resolve';

/** What stands above environment and credentials file; all optional. */
export interface ResolveOptions {
  apiKey?: string | undefined;
  userToken?: string | undefined;
  /** The service with its version prefix, such as `https://service.example/v1`. */
  baseUrl?: string | undefined;
  /** Name of the profile whose credentials are used. */
  profile?: string | undefined;
  /** Allows plain http to another machine. */
  insecureHttp?: boolean | undefined;
  /** Default: the environment of this process. */
  env?: Environment | undefined;
}

/** Credentials as `createClient` takes them. */
export interface ResolvedCredentials {
  apiKey: string | undefined;
  userToken: string | undefined;
  baseUrl: string;
  insecureHttp: boolean;
  /** Where each credential came from; undefined for one that is not known. */
  sources: { apiKey: CredentialSource | undefined; userToken: CredentialSource | undefined };
  /** What a person should know: loose permissions, stored keys of another service. */
  warnings: string[];
}

/**
 * Finds the credentials as the command does: each on its own, options before the environment
 * (`WAYPOST_API_KEY`, `WAYPOST_USER_TOKEN`, `WAYPOST_BASE_URL`, `WAYPOST_PROFILE`) before the credentials
 * file. Throws `invalid_input` and `invalid_credentials_file`.
 */
export function resolveCredentials(options: ResolveOptions = {}): ResolvedCredentials {
  const { env = process.env, insecureHttp = false } = options;
  const profile = profileFrom(options.profile, env);
  const path = credentialsPath({ env, platform: process.platform, home: homedir() }, profile);
  const { apiKey, userToken, baseUrl, withheld, warnings } = resolveFrom(
    path,
    options,
    env,
    profile,
  );
  return {
    apiKey: apiKey?.value,
    userToken: userToken?.value,
    baseUrl: baseUrl.href,
    insecureHttp,
    sources: { apiKey: apiKey?.source, userToken: userToken?.source },
    warnings: withheld === undefined ? warnings : [...warnings, withheld],
  };
}
