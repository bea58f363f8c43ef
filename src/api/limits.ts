// The service's limits, which both the commands and the sandbox use.

/** Maximum number of requests per second from one IP address. Further requests get a 503 response without a body. */
export const requestsPerSecond = 30;

/** Maximum number of billable requests per day with the shared public test key, counted across all users. */
export const sharedTestKeyPerDay = 5;

/** Maximum log retention, in days. If the retention is 0 days, the service does not store personal data. */
export const maximumRetentionDays = 1095;

/** A key's default log retention, in days. */
export const defaultRetentionDays = 28;

/**
 * The request quota: the maximum number of place searches in `searchWindowSeconds` seconds. Address autocomplete has a
 * separate quota of the same size.
 */
export const searchesPerWindow = 3000;

/** The period of the request quota, in seconds. */
export const searchWindowSeconds = 300;

/** Maximum time range in a request for usage statistics or the lookup log, in days. */
export const maximumRangeDays = 90;

/** Default time range in a request for usage statistics or the lookup log, in days. */
export const defaultRangeDays = 21;

/** Time after which an incomplete sign-up expires, in milliseconds. */
export const signUpLifetimeMs = 30 * 60_000;

/** Maximum number of tags in a request for usage statistics or the lookup log. */
export const maximumTags = 3;

/** Maximum number of licensees in one response. */
export const maximumLicensees = 100;

/** Default number of licensees in one response. */
export const defaultLicensees = 10;

/** Matches a valid config name. `.` and `..` are invalid, because neither can be a path segment. */
export const configName = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/;

/** Maximum length of a config's payload, in characters (Unicode code points). */
export const maximumPayload = 65_536;

/** Maximum radius of the circle in the `bias_lonlat` parameter, in meters. */
export const maximumBiasRadius = 50_000;

/** Maximum length of an email address to validate, in characters (Unicode code points). */
export const maximumEmail = 320;

/** Maximum number of address suggestions in one response. */
export const maximumSuggestions = 100;
