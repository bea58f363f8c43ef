// The options of the client and of its methods, for programs that use waypost as a library.
import type { Environment } from '../lib/environment';

/** The settings of a client. `resolveCredentials` returns the first six settings. */
export interface ClientOptions {
  /** The API key. The service bills lookups to this key. */
  apiKey?: string | undefined;
  /** The management key, with which the client reads and changes API keys. */
  userToken?: string | undefined;
  /**
   * The command that prints the API key: an array of strings, which are the program and its arguments. The client uses the
   * command only if `apiKey` is not set. The client runs the command, without a shell, when the client first needs the
   * key. If the command succeeds, the client does not run it again.
   */
  apiKeyCommand?: readonly string[] | undefined;
  /** The command that prints the management key. Works like `apiKeyCommand`. */
  userTokenCommand?: readonly string[] | undefined;
  /** The service's base URL, including the version prefix, such as `https://service.example/v1`. */
  baseUrl?: string | undefined;
  /** True to allow plain HTTP to another host (default: false). */
  insecureHttp?: boolean | undefined;
  /** The time limit for one complete response, in milliseconds (default: 30,000). */
  timeoutMs?: number | undefined;
  /** False to send each request only once, even after a temporary failure (default: true). */
  retry?: boolean | undefined;
  /**
   * Aborting this signal ends all current requests. Later calls do not send a request, and fail with the error code
   * `aborted`. The signal does not affect `signUp.poll`, because the response might be the only copy of the keys.
   */
  signal?: AbortSignal | undefined;
  /** The tags that the service stores with billed lookups. */
  tags?: readonly string[] | undefined;
  /**
   * A function to call before the client repeats a lookup that the service might have billed. The argument is the
   * reason for the retry.
   */
  onMayBillTwice?: ((reason: string) => void) | undefined;
  /**
   * The environment variables (default: `process.env`). The client reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and
   * passes all variables except waypost's own variables to key commands.
   */
  env?: Environment | undefined;
}

/** The options of every method. */
export interface CallOptions {
  /** Aborting this signal ends the call with the error code `aborted`. The client's own signal has the same effect. */
  signal?: AbortSignal | undefined;
  /** The time limit for one complete response, in milliseconds (default: the client's time limit). */
  timeoutMs?: number | undefined;
  /** False to send the request only once (default: the client's setting). */
  retry?: boolean | undefined;
}

/** The options of every lookup. */
export interface LookupCallOptions extends CallOptions {
  /** The tags that the service stores with a billed lookup (default: the client's tags). */
  tags?: readonly string[] | undefined;
}

/** The options of every method that reads or changes an API key. */
export interface KeyCallOptions extends CallOptions {
  /** The API key to read or change (default: the client's API key). */
  key?: string | undefined;
}

/** The options of a place search. */
export interface PlaceSearchOptions extends LookupCallOptions {
  /** Finds only places in these countries. The value is a comma-separated list of three-letter codes. */
  countryIso?: string | undefined;
  /** Ranks places in these countries first. The value is a comma-separated list of three-letter codes. */
  biasCountryIso?: string | undefined;
  /**
   * Ranks places near a point first. The value contains the longitude and latitude in degrees and the radius in meters,
   * separated by commas.
   */
  biasLonlat?: string | undefined;
  /** True to rank places near the location of this machine's IP address first. */
  biasIp?: true | undefined;
}

/** The options of `addresses.autocomplete`. */
export interface AddressAutocompleteOptions extends LookupCallOptions {
  /** A comma-separated list of dataset names. */
  datasets?: string | undefined;
  /** The maximum number of suggestions. */
  limit?: number | undefined;
}

/** The options of `addresses.cleanse`. */
export interface AddressCleanseOptions extends LookupCallOptions {
  postcode?: string | undefined;
  postTown?: string | undefined;
  county?: string | undefined;
}
