// What is known about a phone number, as a person reads it.
import { isObject } from '../../../../client/owned-key';
import type { LookupView } from '../../../lookup';
import { joined, memberRows, report } from '../../../ui/record';
import { factText } from '../../../ui/words';

const notValid =
  'Not valid: check the digits, and that it begins with its country code, such as +44.';

/** Whether the number is one and whose, and the rest as a card. */
export const phoneView: LookupView = (result, colour, width) => {
  if (!isObject(result)) return [factText(result)];
  const { valid, country, international_format, ...others } = result;
  if (valid === true) {
    const verdict = joined(['Valid', country, international_format]);
    return report({ verdict: [colour.green(verdict)], rows: memberRows(others) }, colour, width);
  }
  const { valid: _, ...read } = result;
  return valid === false
    ? report({ verdict: [colour.red(notValid)], rows: memberRows(read) }, colour, width)
    : report({ rows: memberRows(result) }, colour, width);
};
