// `waypost keys show`: the public record of a key: whether it can be used now, and for what.
import { keyAvailability } from '../../../client/keys';
import { keyShowHints, withHints } from '../../hints/by-api-code';
import { card } from '../../output/table';
import type { Context } from '../../run/context';
import { anyKey } from '../../run/owned-key';
import { memberRows } from './shared/members';

/** Runs the command. */
export async function run(context: Context, _options: object, named?: string): Promise<void> {
  const { service, key, signal } = await anyKey(context, named);
  const record = await withHints(keyShowHints(named), () => keyAvailability(service, key, signal));
  await context.output.result(record, (colour) => {
    const { available, ...others } = record;
    const state = available
      ? { value: 'available', style: colour.green }
      : { value: 'not available: no lookups left, or a limit reached', style: colour.yellow };
    return [
      ...card([{ label: 'State', ...state }, ...memberRows(others)], colour, context.output.width),
      ...(available
        ? []
        : [
            '',
            context.inProfile(
              '`waypost keys details` shows what is left and which limit is reached.',
            ),
          ]),
    ].join('\n');
  });
}
