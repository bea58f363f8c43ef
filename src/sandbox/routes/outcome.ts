// Where what an operation says becomes what the service answers.
import { invalidMembers, Refusal } from '../http/refusal';
import type { Outcome } from '../operations/outcome';

/**
 * The result of an operation.
 * @throws Refusal with the code the operation ended with.
 */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.result;
  const { code, errors } = outcome;
  throw code === 4000 && errors ? invalidMembers(code, errors) : new Refusal(code);
}
