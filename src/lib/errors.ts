// The class of all errors that waypost reports. error-codes.ts contains the error codes.
import { type CommandWriter, commandInText, type Hint, hintText } from './command-text';
import { type ErrorCode, errorCodes } from './error-codes';

/** One entry of the service's `errors` array. */
export interface FieldError {
  /** The path of the invalid field in the request body. */
  path: string;
  /** The description of the mistake in the field. */
  message: string;
}

/** Secrets and other values that an error shows in full on purpose. */
export interface Revealed {
  credentials?: Record<string, string>;
  /** The complete result, if a field that --fields names is missing from the result. */
  answer?: unknown;
}

/** The reasons for errors in src/lib. cli/hints contains a hint for each reason. */
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

/** The properties of an error in addition to its code and message. */
export interface ErrorFacts {
  /** The HTTP status of the response. */
  status?: number | undefined;
  /** The API code, from the `code` field of the response. */
  apiCode?: number | undefined;
  /** Distinguishes between errors with the same error code. The command line uses the reason to select the hint. */
  reason?: string | undefined;
  /** Values for the hint, such as the number of seconds to wait. */
  about?: Readonly<Record<string, string>> | undefined;
  /** The next step for a user of the command line. */
  hint?: Hint | undefined;
  /** Data for scripts, such as the service's `errors` or the path of a rescue file. */
  details?: unknown;
  /** Secrets that waypost shows in full, because the user would otherwise lose them. */
  revealed?: Revealed | undefined;
  cause?: unknown;
}

/** The document that `--json` prints for an error. */
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

/** An error that waypost reports: what failed, why, and what to do next. */
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

  /** The next step for a user of the command line. */
  get hint(): string | undefined {
    return this.hintWith(commandInText);
  }

  /** Returns the hint. `command` formats the commands in the hint. */
  hintWith(command: CommandWriter): string | undefined {
    return this.#hint === undefined ? undefined : hintText(this.#hint, command);
  }

  get exitStatus(): number {
    return errorCodes[this.code].exitStatus;
  }

  /** Returns a copy with these properties, which override the error's own properties. */
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

  /** Returns the document that `--json` prints. Omits properties that are undefined. */
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

/** Returns the error for an invalid value from the user. */
export function invalidInput(message: string, hint?: Hint, details?: unknown): WaypostError {
  return new WaypostError('invalid_input', message, { hint, details });
}
