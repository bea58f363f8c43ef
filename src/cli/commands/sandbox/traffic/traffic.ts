// `waypost sandbox traffic`: adds sample lookups to a key's lookup log.
import * as z from 'zod/mini';
import { preview } from '../../../../lib/masking';
import { wholeNumber } from '../../../line/option-values';
import { parseRange, type RangeOptions, rangeText } from '../../../line/range';
import type { Output } from '../../../output/output';
import { showMovingLine } from '../../../output/progress';
import { counted } from '../../../output/words';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { aboutKey, keyEndpoint, selectedKey } from '../control/key';
import { selectedSandbox } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

interface TrafficOptions extends SandboxSelection, RangeOptions {
  tag?: string[];
  licensee?: string;
}

/** The request's timeout in milliseconds. The sandbox needs minutes to add ten million entries. */
const maxWaitMs = 600_000;

const addedLookups = z.object({
  count: z.int(),
  start: z.string(),
  end: z.string(),
});

const sandboxHealth = z.object({ now: z.string() });

export async function sandboxTraffic(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: TrafficOptions,
  rows: string,
  named: string | undefined,
): Promise<void> {
  const count = wholeNumber('<rows>', rows.replaceAll(',', ''), 1, 10_000_000);
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const { now } = await callSandbox(sandbox, 'GET /health', sandboxHealth);
  const { start, end } = parseRange(options, Date.parse(now));
  const key = await selectedKey(credentials, sandbox, named);
  const body = { count, start, end, tags: options.tag, licensee: options.licensee || undefined };
  const progress = output.json
    ? undefined
    : showMovingLine(output, () => `Adding ${counted(count, 'sample lookup')}…`);
  let added: z.infer<typeof addedLookups>;
  try {
    const endpoint = `POST ${keyEndpoint(key)}/lookups` as const;
    const call = callSandbox(sandbox, endpoint, addedLookups, { body, timeout: maxWaitMs });
    added = await aboutKey(sandbox, key, call);
  } finally {
    progress?.end();
  }
  const document = { success: true, key: preview(key), ...added, url: sandbox.url };
  await output.result(document, (color) =>
    [
      color.green(`Added ${counted(count, 'sample lookup')} to the key ${preview(key)}.`),
      `The lookups are spread over ${rangeText({ start, end })}. These lookups do not reduce the balance, and do not count toward the limits.`,
    ].join('\n'),
  );
}
