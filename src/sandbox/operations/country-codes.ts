// Three-letter country codes for the two-letter ones that telephone numbers have.
import { alpha3Of as isoAlpha3Of } from '../../api/countries';

/** Ascension, Tristan da Cunha and Kosovo have codes that ISO keeps free for them or for users. */
const beyondIso: Readonly<Record<string, string>> = { AC: 'ASC', TA: 'TAA', XK: 'XKX' };

/** Alpha-3 for alpha-2, or "". */
export function alpha3Of(alpha2: string): string {
  return isoAlpha3Of(alpha2) ?? beyondIso[alpha2] ?? '';
}

/** English name of a country by alpha-2, as Node's own data has it, or "". */
export function countryNameOf(alpha2: string): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(alpha2) ?? '';
}
