// The service's limits that the tool or the sandbox keeps to.

/** Requests a second from one IP address; what exceeds it gets 503 with no body code. */
export const requestsPerSecond = 30;

/** Requests a day that the shared public test key answers, over all its users. */
export const sharedTestKeyPerDay = 5;

/** Longest log retention, in days; 0 stops the collection of personal data. */
export const maximumRetentionDays = 1095;

/** Log retention of a key that nobody changed, in days. */
export const defaultRetentionDays = 28;

/** Place searches of one window, and autocomplete requests of one. */
export const searchesPerWindow = 3000;

/** Length of that window, in seconds. */
export const searchWindowSeconds = 300;

/** Longest range of usage and logs, in days. */
export const maximumRangeDays = 90;

/** Range of usage and logs where none is asked for, in days. */
export const defaultRangeDays = 21;

/** Most tags one query asks for. */
export const maximumTags = 3;

/** Most licensees of one answer. */
export const maximumLicensees = 100;

/** Licensees of one answer where no limit is asked for. */
export const defaultLicensees = 10;

/** Longest payload of a config, in characters (Unicode code points). */
export const maximumPayload = 65_536;

/** Largest radius of a geospatial bias, in metres. */
export const maximumBiasRadius = 50_000;

/** Longest e-mail address that is validated, in characters (Unicode code points). */
export const maximumEmail = 320;
