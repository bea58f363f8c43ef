// The outcome of an operation for its route: a result, or the catalogue code of the error. The route adds
// envelope, status and billing.
import type { FieldError } from '../lib/errors';

export type RefusalCode = 4000 | 4016 | 40011 | 40016 | 40017 | 40018 | 4048;

export interface Refusal {
  ok: false;
  code: RefusalCode;
  /** The invalid members, for codes 4000 and 4016. */
  errors?: FieldError[];
}

/** A result, or a catalogue code in its place. */
export type Outcome<Result> = { ok: true; result: Result } | Refusal;

export function done<Result>(result: Result): Outcome<Result> {
  return { ok: true, result };
}

/** Makes an error of the catalogue. */
export function refused(code: RefusalCode, errors?: FieldError[]): Refusal {
  return errors === undefined ? { ok: false, code } : { ok: false, code, errors };
}
