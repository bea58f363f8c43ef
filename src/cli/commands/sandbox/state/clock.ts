// `waypost sandbox clock`: shows or changes a sandbox's time.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import { readMoment } from '../../../../sandbox/rules/ranges';
import { readSpan } from '../../../../sandbox/server/clock';
import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { selectedSandbox } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

const clockTime = z.object({ now: z.string() });

export async function sandboxClock(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: SandboxSelection,
  given: string | undefined,
): Promise<void> {
  const change = given === undefined ? undefined : clockChange(given.trim());
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const endpoint = change === undefined ? 'GET /health' : 'POST /clock';
  const { now } = await callSandbox(sandbox, endpoint, clockTime, { body: change });
  const time = `${now.slice(0, 19).replace('T', ' ')} UTC`;
  await output.result({ success: true, now, url: sandbox.url }, (color) =>
    change === undefined
      ? `The sandbox's clock shows ${color.bold(time)}.`
      : `${color.green('The clock is set.')} It shows ${color.bold(time)}.`,
  );
}

/**
 * Parses the new time, and returns the request body. `+8d` moves the clock forward, a date sets the clock, and `now`
 * resets the clock to the real time.
 */
function clockChange(text: string): object {
  if (text.toLowerCase() === 'now') return {};
  const isSigned = /^[+-]/.test(text);
  const isSpan = readSpan(text) !== undefined;
  if (isSigned && isSpan) return { advance: text };
  const time = isSigned || isSpan ? undefined : readMoment(text, 'first');
  if (time !== undefined) return { now: new Date(time).toISOString() };
  throw invalidInput(
    `The clock cannot be set to ${JSON.stringify(text)}.`,
    isSpan
      ? `To move the clock by this duration, add a plus sign: +${text}.`
      : 'Use a duration such as +8d or +90s, a date such as 2026-01-31, or now.',
  );
}
