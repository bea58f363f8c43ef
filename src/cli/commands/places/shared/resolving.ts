// Resolving a place, by its id or from the picker.
import { placeResolve } from '../../../../client/places';
import type { LookupCommand } from '../../../lookup';
import { placeView } from './text';

const searchAgain =
  'Ids expire: `waypost places search <query>` gives new ones. Nothing was charged.';

/** One place with its coordinates; costs a lookup. */
export const resolving: LookupCommand = {
  operation: placeResolve,
  view: placeView,
  columns: ['descriptive_name', 'country_iso', 'longitude', 'latitude'],
  steps: { 4040: searchAgain, 4048: searchAgain },
};
