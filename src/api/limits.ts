// The service's limits that the tool or the sandbox keeps to.

/** Requests a second from one IP address; further ones are answered 503 without a code in the body. */
export const requestsPerSecond = 30;

/** Requests a day that the shared public test key answers, over all its users. */
export const sharedTestKeyPerDay = 5;

/** Longest log retention, in days; 0 stops the collection of personal data. */
export const maximumRetentionDays = 1095;

/** Default log retention of a key, in days. */
export const defaultRetentionDays = 28;

/** Place searches of one window, and autocomplete requests of one. */
export const searchesPerWindow = 3000;

/** Length of that window, in seconds. */
export const searchWindowSeconds = 300;

/** Longest range of usage and logs, in days. */
export const maximumRangeDays = 90;

/** Default range of usage and logs, in days. */
export const defaultRangeDays = 21;

/** Time after which a sign-up that was not completed expires, in milliseconds. */
export const signUpLifetimeMs = 30 * 60_000;

/** Most tags in one query. */
export const maximumTags = 3;

/** Most licensees of one answer. */
export const maximumLicensees = 100;

/** Default number of licensees in one answer. */
export const defaultLicensees = 10;

/** Name of a config. One of dots alone could not be part of a path. */
export const configName = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/;

/** Longest payload of a config, in characters (Unicode code points). */
export const maximumPayload = 65_536;

/** Largest radius of a geospatial bias, in meters. */
export const maximumBiasRadius = 50_000;

/** Longest e-mail address that is validated, in characters (Unicode code points). */
export const maximumEmail = 320;

/** Most suggestions of an address in one answer. */
export const maximumSuggestions = 100;
