// `waypost sandbox signup`: completes a sign-up as its page does, without a browser.
import * as z from 'zod/mini';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import { type FoundSandbox, healthAt } from '../../../sandbox/instance/find';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { chosenSandbox } from './shared/registry';
import type { WhichOptions } from './shared/which';

/** How often it looks for a sign-up, in milliseconds. */
const interval = 100;

interface Options extends WhichOptions {
  wait: string;
}

const signUps = z.object({
  sign_ups: z.array(z.object({ signup_url: z.string(), state: z.string() })),
});
const completedSignUp = z.object({ state: z.string(), user_id: z.nullable(z.string()) });

/** Runs the command. */
export async function run(
  context: Context,
  options: Options,
  given: string | undefined,
): Promise<void> {
  const seconds = Number(options.wait);
  if (!/^\d{1,4}$/.test(options.wait)) {
    throw invalidInput('--wait takes whole seconds from 0 to 9999.', 'Such as --wait 30.');
  }
  if (given?.trim() === '') {
    throw invalidInput('The sign-up is named by its URL or token.', 'Omit it for the newest.');
  }
  const sandbox = await sandboxOf(context, options, given);
  const named = given ?? (await newestPending(context, sandbox, seconds));
  const ticket = named.slice(named.lastIndexOf('/') + 1);
  const { state, user_id } = await callSandbox(
    sandbox,
    { method: 'POST', path: `/_sandbox/sign_up/${encodeURIComponent(ticket)}/complete` },
    completedSignUp,
  );
  await context.output.result({ success: true, state, user_id, url: sandbox.url }, (colour) =>
    [
      colour.green('The sign-up is complete.'),
      'A `waypost signup` that waits for it stores its keys now; else `waypost signup --resume` does.',
    ].join('\n'),
  );
}

/** The sandbox of a sign-up's URL, if that is on this machine; else the selected one. */
async function sandboxOf(
  context: Context,
  options: Options,
  given: string | undefined,
): Promise<FoundSandbox> {
  const isNamed = options.data !== undefined || options.port !== undefined;
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  const found = !isNamed && url && isLoopback(url) ? await healthAt(url.origin) : undefined;
  return found ?? chosenSandbox(context, options);
}

/** URL of the newest pending sign-up; waits for one. */
async function newestPending(
  { world }: Context,
  sandbox: FoundSandbox,
  seconds: number,
): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += interval) {
    const { sign_ups } = await callSandbox(
      sandbox,
      { method: 'GET', path: '/_sandbox/sign_ups' },
      signUps,
    );
    const pending = sign_ups.find(({ state }) => state === 'pending');
    if (pending !== undefined) return pending.signup_url;
    if (waitedMs >= seconds * 1000) {
      throw new WaypostError('timeout', `No sign-up is pending at ${sandbox.url}.`, {
        hint: 'Start one with `waypost signup --no-wait`, or name it by its URL.',
      });
    }
    await world.clock.sleep(interval, world.interrupted);
  }
}
