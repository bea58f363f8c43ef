// US address resolution, GET /autocomplete/addresses/{id}/usa.
import type { UsaAddress } from '../schemas/lookup-results';
import { recordOf } from './address-record';
import { addressRow } from './address-rows';
import { done, type Outcome, refused } from './outcome';

/** The address of an autocomplete suggestion; an id that leads to none is 4048. */
export function resolveUsa(id: string): Outcome<UsaAddress> {
  const row = addressRow(id);
  return row === undefined ? refused(4048) : done(recordOf(row));
}
