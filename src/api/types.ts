// The shapes of interface.md that the tool or the sandbox works with. Members the interface does not
// show are left open: whatever else an answer holds is passed on, never refused.

/** Every JSON response (interface, "Response envelope"). */
export interface Envelope {
  /** Absent on errors. */
  result?: unknown;
  /** 2000 on success, 2020 while pending, else a row of the error catalogue. */
  code: number;
  message: string;
  errors?: { path: string; message: string }[];
}

/** Public availability record (interface, "Key, public availability record"). */
export interface Availability {
  available: boolean;
  [member: string]: unknown;
}

/** Answer of POST /sign_up: where the user goes, and what is polled with. */
export interface SignUpStart {
  signup_url: string;
  cli_token: string;
}

/** Result of a completed sign-up poll, returned once (interface, "Sign-up credentials"). */
export interface SignUpCredentials {
  user_token: string;
  test_api_key: string;
  user_id: string;
}

/** Usage of a key over a range (member names from decisions.md, "usage result"). */
export interface UsageRecord {
  /** First and last moment of the range, ISO 8601. */
  start?: string;
  end?: string;
  total: number;
  /** One entry a day (UTC), zero days included. */
  dailyCount: { date: string; count: number }[];
  [member: string]: unknown;
}

/** An alternate legal end user of the data (interface, "Licensee"). */
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

/** A named serialized payload of a key (interface, "Config"). */
export interface Config {
  name: string;
  payload: string;
  [member: string]: unknown;
}
