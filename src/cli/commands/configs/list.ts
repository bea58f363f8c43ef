// `waypost configs list`: every config of a key.
import { configsOf, listConfigs } from '../../../client/configs';
import { configHints, keyHints, withHints } from '../../hints/by-api-code';
import { table } from '../../output/table';
import { timeText } from '../../output/words';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { sizeText } from './shared/text';

/** Runs the command. */
export async function run(context: Context, _options: object, named?: string): Promise<void> {
  const key = await ownedKey(context, named);
  const hints = { ...configHints('<name>'), ...keyHints(named) };
  const result = await withHints(hints, () => listConfigs(key));
  const configs = configsOf(result);
  const { output } = context;
  await output.result(result, (colour) => {
    if (configs.length === 0) {
      const key = named === undefined ? '' : ' --api-key <key>';
      return context.inProfile(
        `No configs. \`waypost configs create checkout --payload '{}'${key}\` makes one.`,
      );
    }
    const rows = configs.map(({ name, payload, createdAt, updatedAt }) => [
      name,
      sizeText(payload),
      timeText(updatedAt),
      timeText(createdAt),
    ]);
    const columns = [
      { title: 'NAME', minWidth: 12 },
      { title: 'PAYLOAD', align: 'right' as const },
      { title: 'UPDATED', minWidth: 10 },
      { title: 'CREATED', minWidth: 10 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
