// `waypost keys details`: everything the owner of a key can see.
import { keyDetails } from '../../../client/keys';
import { isObject } from '../../../client/owned-key';
import { keyHints, withHints } from '../../hints/by-api-code';
import { card } from '../../output/table';
import { valueText } from '../../output/words';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { reachedLimits } from './shared/limits';
import { memberRows } from './shared/members';

/** Runs the command. */
export async function run(context: Context, _options: object, named?: string): Promise<void> {
  const { service, key, managementKey, signal } = await ownedKey(context, named);
  const details = await withHints(keyHints(named), () =>
    keyDetails(service, key, managementKey, signal),
  );
  await context.output.result(details, (colour) => {
    if (!isObject(details)) return valueText(details);
    const advice = reachedLimits(details);
    return [
      ...card(memberRows(details), colour, context.output.width),
      ...(advice.length === 0
        ? []
        : ['', ...advice.map((line) => colour.yellow(context.inProfile(line)))]),
    ].join('\n');
  });
}
