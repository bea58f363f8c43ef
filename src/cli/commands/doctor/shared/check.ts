// What a check found.

/** One line of the report. A check that is `ok` may still have something to say in its hint. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  /** What to do about it. */
  hint?: string | undefined;
}

/** A check that passed. */
export function passed(name: string, message: string, hint?: string): Check {
  return { name, ok: true, message, hint };
}

/** A check that did not. */
export function failedCheck(name: string, message: string, hint: string | undefined): Check {
  return { name, ok: false, message, hint };
}
