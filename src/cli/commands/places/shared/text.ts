// Places as text for people.
import { isObject } from '../../../../client/owned-key';
import {
  coordinatesText,
  hitsView,
  joined,
  memberRows,
  nativeNote,
  report,
  row,
} from '../../../output/record';
import { factText, grouped } from '../../../output/words';
import type { LookupView } from '../../../run/lookup';

/** The suggestions of a search as a table. */
export const suggestionView: LookupView = hitsView({
  none: 'No places found. Search for less of the name, such as `waypost places search spring`.',
  columns: [
    { title: 'ID', text: ({ id }) => joined([id]) },
    {
      title: 'PLACE',
      minWidth: 12,
      text: ({ descriptive_name, name }) => joined([descriptive_name ?? name]),
    },
    { title: 'COUNTRY', text: ({ country_iso }) => joined([country_iso]) },
  ],
  told: ['id', 'name', 'descriptive_name', 'country_iso'],
});

/** A place as a card; of its native record the most important members. */
export const placeView: LookupView = (result, colour, width) => {
  if (!isObject(result)) return [factText(result)];
  const { native, longitude, latitude, descriptive_name, country_iso, ...others } = result;
  const record = isObject(native) ? native : {};
  const rows = [
    ...row('Place', descriptive_name),
    ...row('Country', country_iso),
    ...row('Coordinates', coordinatesText(longitude, latitude)),
    ...row('Time zone', record.timezone),
    ...row('Population', populationOf(record.population)),
    ...memberRows(others),
    ...(isObject(native) ? [] : row('Native', native)),
  ];
  return report({ rows, notes: nativeNote(result, 'native') }, colour, width);
};

/** The interface sends the population as a text. */
function populationOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? grouped(Number(value)) : value;
}
