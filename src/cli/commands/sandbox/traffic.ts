// `waypost sandbox traffic`: adds sample lookups to the log of a key.
import * as z from 'zod/mini';
import { preview } from '../../../lib/masking';
import { wholeNumber } from '../../line/option-values';
import { parseRange, type RangeOptions } from '../../line/range';
import { showMovingLine } from '../../output/progress';
import { rangeText } from '../../output/range';
import { counted } from '../../output/words';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { aboutKey, chosenKey, keyPath } from './shared/key';
import { chosenSandbox } from './shared/registry';
import type { WhichOptions } from './shared/which';

interface Options extends WhichOptions, RangeOptions {
  tag?: string[];
  licensee?: string;
}

/** The longest the sandbox may take: ten million rows, in milliseconds. */
const patience = 600_000;

const added = z.object({ count: z.int(), start: z.string(), end: z.string() });

/** Runs the command. */
export async function run(
  context: Context,
  options: Options,
  rows: string,
  named: string | undefined,
): Promise<void> {
  const count = wholeNumber('<rows>', rows.replaceAll(',', ''), 1, 10_000_000);
  const sandbox = await chosenSandbox(context, options);
  const { now } = await callSandbox(
    sandbox,
    { method: 'GET', path: '/_sandbox/health' },
    z.object({ now: z.string() }),
  );
  const { start, end } = parseRange(options, Date.parse(now));
  const key = await chosenKey(context, sandbox, named);
  const { tag: tags, licensee } = options;
  const body = { count, start, end, ...(tags && { tags }), ...(licensee && { licensee }) };
  const call = {
    method: 'POST',
    path: `${keyPath(key)}/lookups`,
    body,
    timeout: patience,
  } as const;
  const progress = context.output.json
    ? undefined
    : showMovingLine(context.output, () => `Adding ${counted(count, 'sample lookup')}…`);
  let made: z.infer<typeof added>;
  try {
    made = await aboutKey(sandbox, key, () => callSandbox(sandbox, call, added));
  } finally {
    progress?.end();
  }
  const document = { success: true, key: preview(key), ...made, url: sandbox.url };
  await context.output.result(document, (colour) =>
    [
      colour.green(`Added ${counted(count, 'sample lookup')} to the key ${preview(key)}.`),
      `They are of ${rangeText({ start, end })}. Balance and limits do not count them.`,
    ].join('\n'),
  );
}
