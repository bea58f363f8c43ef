// `waypost emails validate`: whether mail arrives at an address.

import { isObject } from '../../../client/owned-key';
import { emailValidate } from '../../../client/validations';
import type { BatchOptions } from '../../batch/options';
import { ownLookupHints } from '../../hints/by-api-code';
import type { Colours } from '../../output/colour';
import { joined, memberRows, report } from '../../output/record';
import { factText } from '../../output/words';
import type { Context } from '../../run/context';
import { type LookupView, runLookup } from '../../run/lookup';

/** Runs the command. */
export async function run(context: Context, options: BatchOptions, email?: string): Promise<void> {
  const hints = ownLookupHints['emails validate'];
  await runLookup(
    context,
    {
      operation: emailValidate,
      view: emailView,
      columns: ['result', 'deliverable', 'disposable', 'free', 'role', 'catchall', 'suggestions'],
      hints,
    },
    { email },
    options,
  );
}

/** Whether mail arrives, the probable correction, and the rest as a card. */
export const emailView: LookupView = (result, colour, width) => {
  if (!isObject(result)) return [factText(result)];
  const { result: outcome, deliverable, suggestions, ...others } = result;
  const verdict = verdictOf(outcome ?? deliverable, others.disposable === true, colour);
  if (verdict === undefined) return report({ rows: memberRows(result) }, colour, width);
  const meant = Array.isArray(suggestions) ? joined(suggestions, ' or ') : joined([suggestions]);
  return report(
    {
      verdict: [verdict, ...(meant === '' ? [] : [`Did you mean ${meant}?`])],
      rows: memberRows(others),
    },
    colour,
    width,
  );
};

/** The verdict in plain words; undefined if there is none. */
function verdictOf(outcome: unknown, isDisposable: boolean, colour: Colours): string | undefined {
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
