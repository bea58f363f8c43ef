// The answers of the service that the tool or the sandbox works with. Other members are passed on, never
// refused.

/** The envelope of every JSON response. */
export interface Envelope {
  /** Absent on errors. */
  result?: unknown;
  /** 2000 on success, 2020 while pending, else a row of the error catalogue. */
  code: number;
  message: string;
  errors?: { path: string; message: string }[];
}

/** Answer of GET /keys/{key}, to anyone who knows the key. */
export interface Availability {
  available: boolean;
  [member: string]: unknown;
}

/** Answer of POST /sign_up: the page for the user, and the token to poll with. */
export interface SignUpStart {
  signup_url: string;
  cli_token: string;
}

/** Result of a completed sign-up poll, returned once. */
export interface SignUpCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string;
}

/** Usage of a key over a range: the result of GET /keys/{key}/usage. */
export interface UsageRecord {
  /** First and last moment of the range, ISO 8601. */
  start?: string | undefined;
  end?: string;
  total: number;
  /** One entry a day (UTC), zero days included. */
  dailyCount: { date: string; count: number }[];
  [member: string]: unknown;
}

/** An alternate legal end user of the data. */
export interface Licensee {
  id?: unknown;
  key?: unknown;
  name?: unknown;
  [member: string]: unknown;
}

/** Result of listing licensees. */
export interface LicenseePage {
  licensees: Licensee[];
  /** True when more follow beyond the limit. */
  hasMore?: unknown;
  [member: string]: unknown;
}

/** A named serialized payload of a key. */
export interface Config {
  name: string;
  payload: string;
  [member: string]: unknown;
}
