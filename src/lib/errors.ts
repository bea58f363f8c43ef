// The errors users and scripts may rely on: their codes, exit statuses and the one class that carries
// them. docs/compatibility.md, "Errors and exit statuses".
import { type CommandWriter, commandInText, type Hint, hintText } from './command-text';

/** Every error code of the tool and the exit status it ends with. */
export const exitStatuses = {
  api_error: 1,
  balance_empty: 1,
  internal_error: 1,
  not_found: 1,
  invalid_input: 2,
  invalid_credentials_file: 2,
  network_error: 3,
  timeout: 3,
  rate_limited: 3,
  service_unavailable: 3,
  invalid_response: 3,
  aborted: 3,
  auth_failed: 4,
  missing_api_key: 4,
  missing_user_token: 4,
  session_refused: 4,
  write_failed: 5,
  signup_expired: 6,
  signup_timeout: 6,
  signup_lost: 6,
  program_not_runnable: 126,
  program_not_found: 127,
} as const;

export type ErrorCode = keyof typeof exitStatuses;

/** What each code means, for `waypost help exit-codes`. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  api_error: 'the service answered with an error that no other code names',
  balance_empty: 'the key has no lookups left (402 with 4020)',
  internal_error: 'a fault of this tool',
  not_found:
    'the service has no such place, address, licensee or config (404 with 4040, 4045, 4047 or 4048)',
  invalid_input: 'wrong usage, a missing argument or a value out of range',
  invalid_credentials_file: 'the credentials file cannot be read or parsed; it is not changed',
  network_error: 'the service could not be reached, or the connection broke',
  timeout: 'the service did not answer in time',
  rate_limited: 'the service asks to slow down (429 or 503), also after the last retry',
  service_unavailable: 'the service failed (another 5xx)',
  invalid_response: "the answer is not one of this service's",
  aborted: 'a program that uses the library aborted the call; no command ends with it',
  auth_failed: 'the credentials were rejected (401, or 404 with 4041 or 4042)',
  missing_api_key: 'no API key is known',
  missing_user_token: 'no management key is known',
  session_refused: 'the session of `waypost proxy` does not allow it',
  write_failed: 'a file could not be written, or too many are open',
  signup_expired: 'the sign-up expired or was claimed already (410)',
  signup_timeout: 'the sign-up was not completed before the deadline',
  signup_lost: 'the sign-up was answered, but its credentials could not be read',
  program_not_runnable: 'exec or proxy cannot run the program, as in a shell',
  program_not_found: 'there is no such program for exec or proxy, as in a shell',
};

/** Exit status after an interrupt, where the platform does not report the signal itself. */
export const interruptedStatus = 130;

/** One entry of a service's `errors` array: which member was wrong, and how. */
export interface FieldError {
  path: string;
  message: string;
}

/** Secrets and other values that an error shows in full on purpose. */
export interface Revealed {
  credentials?: Record<string, string>;
  /** The answer that the command was run for. */
  answer?: unknown;
}

/** The causes of errors of lib; each has a hint in cli/hints. */
export type LibReason =
  | 'lock_held'
  | 'lock_irregular'
  | 'output_denied'
  | 'output_disk_full'
  | 'output_no_directory'
  | 'output_refused'
  | 'run_underway'
  | 'state_unsafe'
  | 'state_unusable'
  | 'target_elsewhere'
  | 'target_exists'
  | 'target_irregular'
  | 'target_is_directory';

/** The parts of an error beside its code and message; all optional. */
export interface ErrorFacts {
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** `code` of the service's envelope. */
  apiCode?: number | undefined;
  /** Which of the causes of its code it is; the hint is looked up by it. */
  reason?: string | undefined;
  /** Values that hints name, such as the seconds to wait. */
  about?: Readonly<Record<string, string>> | undefined;
  /** What to do next, for a person at the command line. */
  hint?: Hint | undefined;
  /** Anything a script can use: the service's `errors`, a rescue path, credential sources. */
  details?: unknown;
  /** Secrets shown on purpose, because they would be lost otherwise. */
  revealed?: Revealed | undefined;
  cause?: unknown;
}

/** What --json prints of an error. */
export interface ErrorDocument {
  error: {
    code: ErrorCode;
    message: string;
    status?: number;
    api_code?: number;
    hint?: string;
    details?: unknown;
  };
}

/** The one error class of the tool: what failed, why, and what to do next. */
export class WaypostError extends Error {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly apiCode: number | undefined;
  readonly reason: string | undefined;
  readonly about: Readonly<Record<string, string>>;
  readonly details: unknown;
  readonly revealed: Revealed | undefined;
  readonly #hint: Hint | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'WaypostError';
    this.code = code;
    this.status = facts.status;
    this.apiCode = facts.apiCode;
    this.reason = facts.reason;
    this.about = facts.about ?? {};
    this.#hint = facts.hint;
    this.details = facts.details;
    this.revealed = facts.revealed;
  }

  /** What to do next, for a person at the command line. */
  get hint(): string | undefined {
    return this.hintWith(commandInText);
  }

  /** The hint, with the commands that it names as the writer writes them. */
  hintWith(command: CommandWriter): string | undefined {
    return this.#hint === undefined ? undefined : hintText(this.#hint, command);
  }

  /** The status the process ends with. */
  get exitStatus(): number {
    return exitStatuses[this.code];
  }

  /** The same error with other facts added; facts given here win. */
  with(facts: ErrorFacts): WaypostError {
    return new WaypostError(this.code, this.message, {
      status: facts.status ?? this.status,
      apiCode: facts.apiCode ?? this.apiCode,
      reason: facts.reason ?? this.reason,
      about: { ...this.about, ...facts.about },
      hint: facts.hint ?? this.#hint,
      details: facts.details ?? this.details,
      revealed: facts.revealed ?? this.revealed,
      cause: facts.cause ?? this.cause,
    });
  }

  /** The document `--json` prints, without the members that are not known. */
  toDocument(): ErrorDocument {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.status === undefined ? {} : { status: this.status }),
        ...(this.apiCode === undefined ? {} : { api_code: this.apiCode }),
        ...(this.hint === undefined ? {} : { hint: this.hint }),
        ...(this.details === undefined ? {} : { details: this.details }),
      },
    };
  }
}

/** Shorthand for the most frequent error: a value that the user gave is wrong. */
export function invalidInput(message: string, hint?: Hint, details?: unknown): WaypostError {
  return new WaypostError('invalid_input', message, { hint, details });
}
