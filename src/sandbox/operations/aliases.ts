// Names that stand for a whole city or street.

/** By `city, state`; several with blanks between. */
export const cityAliases: Readonly<Record<string, string>> = {
  'Albuquerque, NM': 'abq',
  'Atlanta, GA': 'atl',
  'Brooklyn, NY': 'bklyn',
  'Cincinnati, OH': 'cincy',
  'Indianapolis, IN': 'indy',
  'Jacksonville, FL': 'jax',
  'Kansas City, MO': 'kc',
  'Los Angeles, CA': 'la',
  'New Orleans, LA': 'nola',
  'New York, NY': 'nyc manhattan ny',
  'Oklahoma City, OK': 'okc',
  'Philadelphia, PA': 'philly',
  'Portland, OR': 'pdx',
  'Saint Louis, MO': 'stl',
  'Salt Lake City, UT': 'slc',
  'San Francisco, CA': 'sf',
};

/** By the street's name. */
export const streetAliases: Readonly<Record<string, string>> = {
  'Avenue of the Americas': '6th',
  'Martin Luther King Jr': 'mlk',
};
