// `waypost phones validate`: checks whether a phone number is valid, and finds the number's country.
import { phoneValidate } from '../../../client/validations';
import { isObject } from '../../../lib/exact-json';
import { ownLookupHints } from '../../hints/by-api-code';
import { cardRows, joinValues, type LookupView, resultLines } from '../../output/record';
import { factText } from '../../output/words';
import { lookupCommand } from '../shared/lookup';

const notValid = 'Not valid. Check the digits, and start with the country code, such as +44.';

/**
 * Returns a line that shows whether the number is valid, and a card with the other fields. If the number is valid, the
 * line also contains the country and the international format.
 */
export const phoneView: LookupView = (result, color, width) => {
  if (!isObject(result)) return [factText(result)];
  const { valid, country, international_format, ...others } = result;
  if (valid === true) {
    const verdict = joinValues(['Valid', country, international_format]);
    return resultLines({ verdict: [color.green(verdict)], rows: cardRows(others) }, color, width);
  }
  const { valid: _, ...read } = result;
  return valid === false
    ? resultLines({ verdict: [color.red(notValid)], rows: cardRows(read) }, color, width)
    : resultLines({ rows: cardRows(result) }, color, width);
};

export const phonesValidate = lookupCommand({
  operation: phoneValidate,
  view: phoneView,
  columns: ['valid', 'international_format', 'iso_country', 'current_carrier'],
  hints: ownLookupHints['phones validate'],
});
