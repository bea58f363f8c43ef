// Converts a place in the index to a suggestion or a place in an API response.
import type { Place, PlaceSuggestion } from '../../api/places';
import { plainAscii } from './fold';
import { none } from './index/index-file';
import type { PlaceIndex } from './index/place-index';

/** The language of place names. The main names in GeoNames are English (geonames-readme.txt). */
const nameLanguage = 'en';

const idShape = /^geonames_([1-9]\d{0,9})$/;

/** Returns the GeoNames ID in a place ID, or undefined if the text is not a place ID. */
export function readPlaceId(id: string): number | undefined {
  const digits = idShape.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The GeoNames code for a place without a first-level area. */
const noArea = '00';
/** The date that replaces an unknown modification date: the day before the first change in GeoNames. */
const firstDay = '2005-12-08';

/** The index of the first-level area in the list of a place's areas. */
const regionLevel = 1;

export function toSuggestion(index: PlaceIndex, place: number): PlaceSuggestion {
  const { country, region, district, size } = index;
  const above = [district[place], region[place], country[place]].filter(
    (area = none, level) =>
      area !== none && area !== place && (area < size || level === regionLevel),
  );
  const name = index.name(place);
  // The suffix distinguishes an area from the settlement with the same name, for example the canton from the city of
  // Geneva.
  const title = index.namesakes.has(place) ? `${name} (region)` : name;
  return {
    id: `geonames_${index.ids[place]}`,
    name,
    // The descriptive name omits a second-level area that is not a place, but includes every first-level area.
    descriptive_name: [title, ...above.map((area = none) => index.name(area))].join(', '),
    country_iso: index.countryOf(place),
  };
}

export function toPlace(index: PlaceIndex, place: number): Place {
  const suggestion = toSuggestion(index, place);
  const native = toNative(index, place, suggestion);
  return {
    id: suggestion.id,
    dataset: 'geonames',
    name: suggestion.name,
    descriptive_name: suggestion.descriptive_name,
    country_iso: suggestion.country_iso,
    language: nameLanguage,
    longitude: native.longitude,
    latitude: native.latitude,
    native,
  };
}

function toNative(
  index: PlaceIndex,
  place: number,
  { id, name, country_iso }: PlaceSuggestion,
): Place['native'] {
  const record = index.record(place);
  const country = orUndefined(index.country[place]) ?? place;
  const region = orUndefined(index.region[place]) ?? country;
  const district = orUndefined(index.district[place]);
  return {
    id,
    dataset: 'geonames',
    geonameid: index.ids[place] ?? 0,
    name,
    asciiname: record.asciiname || plainAscii(name),
    alternatenames: [...record.alternatenames],
    // Unknown degrees are NaN in the index and become 0.
    latitude: index.latitude[place] || 0,
    longitude: index.longitude[place] || 0,
    feature_class: record.featureClass,
    feature_code: record.featureCode,
    country_iso,
    country_code: record.country,
    cc2: [...record.cc2],
    admin1_code: record.admin1 || noArea,
    admin1_name: index.name(region),
    admin1_geonameid: idOf(index, [region, country]),
    admin2_code: record.admin2,
    admin2_name: district === undefined ? '' : index.name(district),
    admin2_geonameid: idOf(index, [district, region, country]),
    admin3_code: record.admin3,
    admin4_code: record.admin4,
    population: record.population,
    elevation: record.elevation,
    dem: record.dem ?? 0,
    timezone: record.timezone || index.record(country).timezone,
    language: nameLanguage,
    modification_date: `${record.modified || index.record(country).modified || firstDay}T00:00:00.000Z`,
  };
}

function orUndefined(area = none): number | undefined {
  return area === none ? undefined : area;
}

function idOf({ ids, size }: PlaceIndex, areas: readonly (number | undefined)[]): number {
  return ids[areas.find((area) => area !== undefined && area < size) ?? 0] ?? 0;
}
