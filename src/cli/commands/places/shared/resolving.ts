// Resolving a place, by its id or from the picker.
import { placeResolve } from '../../../../client/places';
import { ownLookupHints } from '../../../hints/by-api-code';
import type { LookupCommand } from '../../../run/lookup';
import { placeView } from './text';

/** One place with its coordinates; costs a lookup. */
export const resolving: LookupCommand = {
  operation: placeResolve,
  view: placeView,
  columns: ['descriptive_name', 'country_iso', 'longitude', 'latitude'],
  hints: ownLookupHints['places resolve'],
};
