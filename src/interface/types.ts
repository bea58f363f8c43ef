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
