// Data about countries that the sources do not contain: the countries that are not in the regions package, the
// political status of each country, and the positions of the four countries without a settlement.

/**
 * The countries that are not in the regions package. Their GeoNames IDs and names are from GeoNames' country table
 * (countryInfo.txt, 2026-05, CC BY 4.0). All other data is from the packages.
 */
export const furtherCountries = {
  AW: [3577279, 'Aruba'],
  AX: [661882, 'Åland Islands'],
  BL: [3578476, 'Saint Barthélemy'],
  BV: [3371123, 'Bouvet Island'],
  CC: [1547376, 'Cocos Islands'],
  CW: [7626836, 'Curaçao'],
  CX: [2078138, 'Christmas Island'],
  EH: [2461445, 'Western Sahara'],
  HM: [1547314, 'Heard Island and McDonald Islands'],
  MF: [3578421, 'Saint Martin'],
  NC: [2139685, 'New Caledonia'],
  NF: [2155115, 'Norfolk Island'],
  PF: [4030656, 'French Polynesia'],
  SJ: [607072, 'Svalbard and Jan Mayen'],
  SX: [7609695, 'Sint Maarten'],
  XK: [831053, 'Kosovo'],
};

/** The GeoNames feature codes of countries that are not independent states (PCLI). */
const statuses = {
  CONT: 'AQ',
  PCLD: 'AI AS BL BM BQ BV CC CX FK FO GF GG GI GL GP GS GU IM IO JE KY MF MP MQ MS NC NF PF PM PN PR RE SH SJ TC TF TK UM VG VI WF YT',
  PCLF: 'FM MH PW',
  PCLIX: 'AW AX CW SX',
  PCLS: 'CK HK MO NU',
  TERR: 'EH HM PS',
};

const codes = new Map(
  Object.entries(statuses).flatMap(([code, all]) => all.split(' ').map((two) => [two, code])),
);

/** Returns the GeoNames feature code of a country. */
export function featureCode(two) {
  return codes.get(two) ?? 'PCLI';
}

/** The latitude, longitude and time zone of each country without a settlement in the source. */
export const uninhabited = {
  BV: [-54.42, 3.36, 'Europe/Oslo'],
  HM: [-53.1, 73.51, 'Indian/Kerguelen'],
  IO: [-7.31, 72.41, 'Indian/Chagos'],
  // The center of the country's eight islands in the Pacific.
  UM: [9.7635, -171.9905, 'Pacific/Midway'],
};
