// Saying no: a handler throws a row of the error catalogue, and one place turns it into the answer.

import { type CatalogueCode, catalogue } from '../../api/catalogue';
import type { FieldError } from '../../lib/errors';

/** What an answer may carry beside its code. */
export interface RefusalFacts {
  /** Stands in for the catalogue's message where another says more. */
  message?: string;
  errors?: FieldError[];
  headers?: Readonly<Record<string, string>>;
}

/** An error of the catalogue, on its way to the caller. */
export class Refusal extends Error {
  readonly code: CatalogueCode;
  readonly facts: RefusalFacts;

  constructor(code: CatalogueCode, facts: RefusalFacts = {}) {
    super(facts.message ?? catalogue[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.facts = facts;
  }

  /** HTTP status of the catalogue's row. */
  get status(): number {
    return catalogue[this.code].status;
  }
}

/** A 4000 or 4001 that names the members it is about. */
export function invalidMembers(code: 4000 | 4001, errors: FieldError[]): Refusal {
  const [first] = errors;
  return code === 4000 && first && first.path !== ''
    ? new Refusal(code, { message: `${first.path} ${first.message}`, errors })
    : new Refusal(code, { errors });
}
