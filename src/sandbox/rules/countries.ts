// Countries by name, as a person gives one on a page.
import { alpha3Codes, alpha3Of, isAlpha3 } from '../../api/countries';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Each country's alpha-3 code and English name, by name. */
export const countries: readonly { code: string; name: string }[] = alpha3Codes()
  .map(([code, alpha2]) => ({ code, name: names.of(alpha2) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** The alpha-3 code of a country that is given by its name or a code of two or three letters. */
export function countryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (isAlpha3(upper)) return upper;
  const byName = countries.find(({ name }) => name.toUpperCase() === upper);
  return alpha3Of(upper) ?? byName?.code;
}
