// Shows the licensee that a command brought back, under a word that says what was done.
import { asLicensee } from '../../../../client/licensees';
import type { Context } from '../../../context';
import { licenseeCard, text } from './text';

/** Prints the result: as it is with --json, else what was done and the licensee's card. */
export async function showLicensee(
  context: Context,
  result: unknown,
  done: string | undefined,
  show: 'whole key' | 'preview',
): Promise<void> {
  const { output } = context;
  await output.result(result, (colour) => {
    const licensee = asLicensee(result);
    return [
      ...(done === undefined ? [] : [colour.green(done), '']),
      licensee === undefined ? text(result) : licenseeCard(licensee, colour, output.width, show),
    ].join('\n');
  });
}
