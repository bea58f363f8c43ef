// The result of a check.
import { WaypostError } from '../../../lib/errors';
import { systemReason } from '../../../lib/system-error';
import { hintOf } from '../../hints/advice';

/** One line of the report. A check that is `ok` may have a hint too. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  /** What to do next. */
  hint?: string | undefined;
}

/** The checks of a step; where the tool or the system refuses it, that is a failed one of this name. */
export async function attempt(
  name: string,
  step: () => Check[] | Promise<Check[]>,
): Promise<Check[]> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof WaypostError) return [failedCheck(name, error.message, hintOf(error))];
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return [failedCheck(name, `It cannot be checked: ${systemReason(error)}.`, undefined)];
  }
}

/** A check that passed. */
export function passed(name: string, message: string, hint?: string): Check {
  return { name, ok: true, message, hint };
}

/** A check that failed. */
export function failedCheck(name: string, message: string, hint: string | undefined): Check {
  return { name, ok: false, message, hint };
}
