// The names that people give to columns, and the parameters that they mean.

/** Names of a column for each parameter, in lower case and without blanks and punctuation. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'emailaddress', 'emailaddr', 'mail', 'mailaddress', 'useremail', 'contactemail'],
  phone: [
    ...['phone', 'phonenumber', 'phoneno', 'telephone', 'telephonenumber', 'tel', 'telno'],
    ...['telnumber', 'mobile', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'contactnumber'],
  ],
  id: ['id', 'placeid', 'addressid', 'geonamesid'],
  query: [
    ...['query', 'q', 'search', 'searchterm', 'text', 'address', 'fulladdress', 'addressline'],
    ...['place', 'placename', 'location'],
  ],
  lon: ['lon', 'lng', 'long', 'longitude'],
  lat: ['lat', 'latitude'],
  postcode: ['postcode', 'postalcode', 'zip', 'zipcode', 'plz'],
  post_town: ['posttown', 'town', 'city', 'cityname', 'locality'],
  county: ['county', 'countyname'],
  country: ['country', 'countrycode', 'countryiso', 'iso', 'iso2', 'iso3'],
  country_iso: ['countryiso', 'country', 'countrycode', 'iso', 'iso3'],
  context: ['context', 'country', 'countrycode', 'countryiso'],
};

/** Columns that hold a part of an address: beside one of them, the column `address` is no whole one. */
const addressParts = new Set([
  ...(namesOf.postcode ?? []),
  ...(namesOf.post_town ?? []),
  ...['state', 'province', 'region', 'street', 'housenumber'],
]);

/** A name without what people write differently: `E-Mail`, `e_mail` and `Email` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The columns that may hold a parameter by their names: the one of its own name, else each with a usual one. */
export function columnsFor(parameter: string, columns: readonly string[]): string[] {
  const own = columns.find((column) => column.trim().toLowerCase() === parameter);
  if (own !== undefined) return [own];
  const usual = namesOf[parameter] ?? [];
  const hasParts = columns.some((column) => addressParts.has(plainName(column)));
  return columns.filter((column) => {
    const plain = plainName(column);
    return usual.includes(plain) && !(hasParts && plain.startsWith('address'));
  });
}

/** The one of these parameters that a usual name means; undefined if none. */
export function parameterMeant(name: string, parameters: readonly string[]): string | undefined {
  const plain = plainName(name);
  return parameters.find((parameter) => namesOf[parameter]?.includes(plain) === true);
}
