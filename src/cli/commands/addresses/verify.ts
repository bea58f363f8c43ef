// `waypost addresses verify`: whether a written address exists, and how it is written right.
import { addressVerify } from '../../../client/addresses';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { runLookup } from '../../lookup';
import { matchView } from './shared/text';

interface Options extends BatchOptions {
  context?: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options, query?: string): Promise<void> {
  const steps = {
    4016: 'Leave --context out, or give one that the key is licensed for: `waypost keys show` lists them.',
    40018:
      'Give the address in one text: `waypost addresses verify "1226 w main st, springfield il"`.',
  };
  await runLookup(
    context,
    {
      operation: addressVerify,
      view: matchView,
      columns: [
        'count',
        'fit',
        'confidence',
        'address_line_one',
        'address_line_two',
        'city',
        'state',
        'zip_code',
      ],
      steps,
    },
    { query, context: options.context },
    options,
  );
}
