// `waypost emails validate`: checks whether an email address receives mail.
import { emailValidate } from '../../../client/validations';
import { isObject } from '../../../lib/exact-json';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Colors } from '../../output/color';
import { cardRows, joinValues, type LookupView, resultLines } from '../../output/record';
import { factText } from '../../output/words';
import { lookupCommand } from '../shared/lookup';

/**
 * Returns a line that shows whether the address receives mail, and a card with the other fields. If the result contains
 * a suggested correction, also returns a line with this correction.
 */
export const emailView: LookupView = (result, color, width) => {
  if (!isObject(result)) return [factText(result)];
  const { result: outcome, deliverable, suggestions, ...others } = result;
  const verdict = mailVerdict(outcome ?? deliverable, others.disposable === true, color);
  if (verdict === undefined) return resultLines({ rows: cardRows(result) }, color, width);
  const meant = Array.isArray(suggestions)
    ? joinValues(suggestions, ' or ')
    : joinValues([suggestions]);
  return resultLines(
    {
      verdict: [verdict, ...(meant === '' ? [] : [`Did you mean ${meant}?`])],
      rows: cardRows(others),
    },
    color,
    width,
  );
};

function mailVerdict(outcome: unknown, isDisposable: boolean, color: Colors): string | undefined {
  switch (outcome) {
    case 'deliverable':
    case true:
      return isDisposable
        ? color.yellow('Deliverable, but to a disposable mailbox')
        : color.green('Deliverable');
    case 'not_deliverable':
    case false:
      return color.red('Not deliverable');
    case 'unknown':
      return color.yellow('Unknown: the service could not check whether the address receives mail');
    default:
      return undefined;
  }
}

export const emailsValidate = lookupCommand({
  operation: emailValidate,
  view: emailView,
  columns: ['result', 'deliverable', 'disposable', 'free', 'role', 'catchall', 'suggestions'],
  hints: ownLookupHints['emails validate'],
});
