// Waits for the claim, or asks for it once, and stores the claimed keys before anything else happens.
import type { Service } from '../../../../client/http/service';
import { AnswerSpool, setAnswerAside } from '../../../../client/signup/claim-file';
import { keepClaim } from '../../../../client/signup/keep';
import {
  type Claimed,
  forgetPending,
  noteDoubt,
  type Pending,
} from '../../../../client/signup/pending';
import { askOnce, type Wait, waitForClaim } from '../../../../client/signup/poll';
import { WaypostError } from '../../../../lib/errors';
import { showWaiting } from '../../../output/progress';
import type { Context } from '../../../run/context';

/**
 * Waits for the claim and stores it; without a wait it asks once, and returns undefined while the sign-up is pending.
 * Throws the errors of `waitForClaim`, `askOnce` and `keepClaim`.
 */
export async function claim(
  context: Context,
  service: Service,
  path: string,
  pending: Pending,
  wait: (Wait & { waitsFor: string }) | undefined,
): Promise<Claimed | undefined> {
  const { world, output } = context;
  const { clock, env, interrupted } = world;
  const endWaiting =
    wait === undefined
      ? () => {}
      : showWaiting(output, {
          text: `Waiting for ${wait.waitsFor} (Ctrl-C and --resume are fine)`,
          moving: output.moves && env.TERM !== 'dumb',
          now: clock.now,
        });
  const spool = new AnswerSpool(path, pending.cli_token);
  // Synchronous, because a second Ctrl-C ends the process at once.
  interrupted.addEventListener('abort', endWaiting);
  try {
    const asking = {
      service,
      cliToken: pending.cli_token,
      clock,
      interrupted,
      spool,
      inDoubt: pending.in_doubt === true,
      onDoubt: () => noteDoubt(path, pending),
    };
    const credentials =
      wait === undefined ? await askOnce(asking, env) : await waitForClaim({ ...asking, ...wait });
    if (credentials === undefined) return undefined;
    context.keepSecret(credentials.test_api_key, credentials.user_token);
    return keepClaim(path, pending, credentials, clock.now());
  } catch (error) {
    // Closes the answer's file before `setAnswerAside` moves it.
    spool.close();
    throw tidyUp(error, path, pending, clock.now());
  } finally {
    spool.close();
    endWaiting();
  }
}

/** After the sign-up has ended: an expired one is removed, the answer of a lost one is kept. */
function tidyUp(error: unknown, path: string, pending: Pending, now: number): unknown {
  if (!(error instanceof WaypostError)) return error;
  if (error.code === 'signup_expired') forgetPending(path, pending);
  if (error.code !== 'signup_lost') return error;
  const answer = setAnswerAside(path, pending.cli_token, now);
  if (error.status === 410) forgetPending(path, pending);
  else noteDoubt(path, pending);
  return answer === undefined ? error : error.with({ details: { rescue_path: answer } });
}
