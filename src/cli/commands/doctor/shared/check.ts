// The result of a check.

/** One line of the report. A check that is `ok` may have a hint too. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  /** What to do next. */
  hint?: string | undefined;
}

/** A check that passed. */
export function passed(name: string, message: string, hint?: string): Check {
  return { name, ok: true, message, hint };
}

/** A check that failed. */
export function failedCheck(name: string, message: string, hint: string | undefined): Check {
  return { name, ok: false, message, hint };
}
