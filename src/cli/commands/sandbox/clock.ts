// `waypost sandbox clock`: shows or moves the time of a running sandbox.
import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import { readSpan } from '../../../sandbox/clock';
import { readMoment } from '../../../sandbox/rules/ranges';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { chosenSandbox } from './shared/registry';
import type { WhichOptions } from './shared/which';

const shownTime = z.object({ now: z.string() });

/** Runs the command. */
export async function run(
  context: Context,
  options: WhichOptions,
  given: string | undefined,
): Promise<void> {
  const setting = given === undefined ? undefined : settingOf(given.trim());
  const sandbox = await chosenSandbox(context, options);
  const { now } = await callSandbox(
    sandbox,
    setting === undefined
      ? { method: 'GET', path: '/_sandbox/health' }
      : { method: 'POST', path: '/_sandbox/clock', body: setting },
    shownTime,
  );
  const time = `${now.slice(0, 19).replace('T', ' ')} UTC`;
  await context.output.result({ success: true, now, url: sandbox.url }, (colour) =>
    setting === undefined
      ? `The sandbox's clock shows ${colour.bold(time)}.`
      : `${colour.green('The clock is set.')} It shows ${colour.bold(time)}.`,
  );
}

/** The body of the call: `+8d` moves, a date sets, `now` leads back to the real time. */
function settingOf(text: string): object {
  if (text.toLowerCase() === 'now') return {};
  const isSigned = /^[+-]/.test(text);
  const isSpan = readSpan(text) !== undefined;
  if (isSigned && isSpan) return { advance: text };
  const time = isSigned || isSpan ? undefined : readMoment(text, 'first');
  if (time !== undefined) return { now: new Date(time).toISOString() };
  throw invalidInput(
    `The clock cannot be set to ${JSON.stringify(text)}.`,
    isSpan
      ? `Move it by that with its sign: +${text}.`
      : 'Give a span such as +8d or +90s, a date such as 2026-01-31, or now.',
  );
}
