// The one class of errors, with what an error can carry. Its codes are in error-codes.ts.
import { type CommandWriter, commandInText, type Hint, hintText } from './command-text';
import { type ErrorCode, errorCodes } from './error-codes';

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
    return errorCodes[this.code].exitStatus;
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
