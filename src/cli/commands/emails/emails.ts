// `waypost emails validate`: whether mail arrives at an address.
import { emailValidate } from '../../../client/validations';
import { isObject } from '../../../lib/exact-json';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Colours } from '../../output/colour';
import { cardRows, joinValues, resultLines } from '../../output/record';
import { factText } from '../../output/words';
import { type LookupView, lookupCommand } from '../../run/lookup';

/** Whether mail arrives, the probable correction, and the rest as a card. */
export const emailView: LookupView = (result, colour, width) => {
  if (!isObject(result)) return [factText(result)];
  const { result: outcome, deliverable, suggestions, ...others } = result;
  const verdict = mailVerdict(outcome ?? deliverable, others.disposable === true, colour);
  if (verdict === undefined) return resultLines({ rows: cardRows(result) }, colour, width);
  const meant = Array.isArray(suggestions)
    ? joinValues(suggestions, ' or ')
    : joinValues([suggestions]);
  return resultLines(
    {
      verdict: [verdict, ...(meant === '' ? [] : [`Did you mean ${meant}?`])],
      rows: cardRows(others),
    },
    colour,
    width,
  );
};

function mailVerdict(outcome: unknown, isDisposable: boolean, colour: Colours): string | undefined {
  switch (outcome) {
    case 'deliverable':
    case true:
      return isDisposable
        ? colour.yellow('Deliverable, but to a disposable mailbox')
        : colour.green('Deliverable');
    case 'not_deliverable':
    case false:
      return colour.red('Not deliverable');
    case 'unknown':
      return colour.yellow('Unknown: the service could not tell whether mail arrives there');
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
