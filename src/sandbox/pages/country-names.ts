// The English names of countries, for the sign-up page.
import { alpha3Codes, alpha3Of, isAlpha3 } from '../../api/countries';

interface CountryName {
  /** The country's ISO 3166-1 alpha-3 code. */
  code: string;
  name: string;
}

let sortedNames: readonly CountryName[] | undefined;

/**
 * Returns all countries, sorted by name. The first call creates the list, so that creating the list does not slow down
 * the sandbox's startup.
 */
export function countryNames(): readonly CountryName[] {
  if (sortedNames) return sortedNames;
  const regionNames = new Intl.DisplayNames('en', { type: 'region' });
  sortedNames = alpha3Codes()
    .map(([code, alpha2]) => ({ code, name: regionNames.of(alpha2) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return sortedNames;
}

/** Returns the name of the country with an alpha-3 code, or undefined if the code is unknown. */
export function countryNameOf(alpha3: string | undefined): string | undefined {
  return countryNames().find(({ code }) => code === alpha3)?.name;
}

/**
 * Returns the alpha-3 code of a country. The text can be the country's English name, alpha-2 code or alpha-3 code, in
 * any letter case. Returns undefined for any other text.
 */
export function readCountryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (isAlpha3(upper)) return upper;
  const byName = countryNames().find(({ name }) => name.toUpperCase() === upper);
  return alpha3Of(upper) ?? byName?.code;
}
