// `waypost sandbox signup`: completes a sign-up, as the button on the sign-up page does.
import * as z from 'zod/mini';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import { type FoundSandbox, healthAt } from '../../../../sandbox/control/control-client';
import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { selectedSandbox } from '../target/selected';
import { isSelected, type SandboxSelection } from '../target/selection';

const lookEveryMs = 100;

interface CompleteOptions extends SandboxSelection {
  wait: string;
}

const signUpList = z.object({
  sign_ups: z.array(z.object({ signup_url: z.string(), state: z.string() })),
});

const completedSignUp = z.object({
  state: z.string(),
  user_id: z.nullable(z.string()),
});

export async function sandboxSignup(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: CompleteOptions,
  given: string | undefined,
): Promise<void> {
  const seconds = Number(options.wait);
  if (!/^\d{1,4}$/.test(options.wait)) {
    throw invalidInput(
      `--wait must be a whole number of seconds from 0 to 9999, not ${JSON.stringify(options.wait)}.`,
      'For example: --wait 30.',
    );
  }
  if (given?.trim() === '') {
    throw invalidInput(
      'The sign-up argument is empty.',
      'Pass the URL or the token of a sign-up, or remove the argument to use the newest sign-up.',
    );
  }
  const sandbox = await sandboxOfSignUp({ system, credentials }, options, given);
  const named = given ?? (await newestPending(system, sandbox, seconds));
  const ticket = named.slice(named.lastIndexOf('/') + 1);
  const endpoint = `POST /sign_up/${encodeURIComponent(ticket)}/complete` as const;
  const { state, user_id } = await callSandbox(sandbox, endpoint, completedSignUp);
  await output.result({ success: true, state, user_id, url: sandbox.url }, (color) =>
    [
      color.green('The sign-up is complete.'),
      'If no `waypost signup` command is waiting for the keys, store the keys with `waypost signup --resume`.',
    ].join('\n'),
  );
}

/**
 * Returns the sandbox at the sign-up's URL if neither --data nor --port is set and the URL is on this machine. In all
 * other cases, or if no sandbox responds at this URL, returns the selected sandbox.
 */
async function sandboxOfSignUp(
  { system, credentials }: { system: System; credentials: Credentials },
  options: CompleteOptions,
  given: string | undefined,
): Promise<FoundSandbox> {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  const isHere = !isSelected(options) && url !== undefined && isLoopback(url);
  const found = isHere ? await healthAt(url.origin) : undefined;
  return found ?? selectedSandbox({ system, credentials }, options);
}

/**
 * Returns the URL of the newest pending sign-up. If no sign-up is pending, waits up to `seconds` seconds for a sign-up.
 * Throws `timeout` if no sign-up is pending after this time.
 */
async function newestPending(
  system: System,
  sandbox: FoundSandbox,
  seconds: number,
): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const { sign_ups } = await callSandbox(sandbox, 'GET /sign_ups', signUpList);
    const pending = sign_ups.find(({ state }) => state === 'pending');
    if (pending !== undefined) return pending.signup_url;
    if (waitedMs >= seconds * 1000) {
      throw new WaypostError('timeout', `No sign-up is pending at ${sandbox.url}.`, {
        hint: 'Start a sign-up with `waypost signup --no-wait`, or pass the URL of a sign-up.',
      });
    }
    await system.clock.sleep(lookEveryMs, system.interrupted);
  }
}
