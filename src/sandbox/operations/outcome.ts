// What an operation says to the route that calls it: a result, or the catalogue code that names why
// there is none. The route adds envelope, status and billing.
import type { FieldError } from '../../lib/errors';

/** Codes of the error catalogue that an operation can end with. */
export type RefusalCode = 4000 | 4016 | 40011 | 40016 | 40017 | 40018 | 4048;

/** An operation that could not be carried out, with the code of the error catalogue. */
export interface Refusal {
  ok: false;
  code: RefusalCode;
  /** Which members were wrong, for code 4000. */
  errors?: FieldError[];
}

/** A result, or the code of the error catalogue in its place. */
export type Outcome<Result> = { ok: true; result: Result } | Refusal;

/** Shorthand for a result. */
export function done<Result>(result: Result): Outcome<Result> {
  return { ok: true, result };
}

/** Shorthand for a code of the error catalogue. */
export function refused(code: RefusalCode, errors?: FieldError[]): Refusal {
  return errors === undefined ? { ok: false, code } : { ok: false, code, errors };
}
