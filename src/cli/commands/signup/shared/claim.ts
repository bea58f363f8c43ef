// Waiting for the claim before the person's eyes, and keeping what it brings before anything else happens.
import type { Service } from '../../../../client/http/service';
import { AnswerSpool, setAnswerAside } from '../../../../client/signup/answer-spool';
import { keepClaim } from '../../../../client/signup/keep';
import {
  type Claimed,
  forgetPending,
  noteDoubt,
  type Pending,
} from '../../../../client/signup/pending';
import { waitForClaim } from '../../../../client/signup/poll';
import { WaypostError } from '../../../../lib/errors';
import type { Context } from '../../../context';
import { showWaiting } from '../../../ui/waiting';

/** Waits for the claim and keeps it. Throws what `waitForClaim` and `keepClaim` throw. */
export async function claim(
  context: Context,
  service: Service,
  path: string,
  pending: Pending,
  times: { intervalMs: number; deadlineMs: number },
): Promise<Claimed> {
  const { world, output } = context;
  const { clock, interrupted } = world;
  const endWaiting = showWaiting(output, {
    text: 'Waiting for you to finish in the browser (Ctrl-C and --resume are fine)',
    moving: world.stderr.isTTY === true && world.env.TERM !== 'dumb',
    now: clock.now,
  });
  const spool = new AnswerSpool(path, pending.cli_token);
  // At once, because a second Ctrl-C ends the process without a further word.
  interrupted.addEventListener('abort', endWaiting, { once: true });
  try {
    const credentials = await waitForClaim({
      ...times,
      service,
      cliToken: pending.cli_token,
      clock,
      interrupted,
      spool,
      inDoubt: pending.in_doubt === true,
      onDoubt: () => noteDoubt(path, pending),
    });
    context.keepSecret(credentials.test_api_key, credentials.user_token);
    return keepClaim(path, pending, credentials, clock.now());
  } catch (error) {
    // Before what it took down is moved.
    spool.close();
    throw tidyUp(error, path, pending, clock.now());
  } finally {
    spool.close();
    endWaiting();
  }
}

/** After a sign-up that ended: an expired one is forgotten, a lost one leaves what arrived of it. */
function tidyUp(error: unknown, path: string, pending: Pending, now: number): unknown {
  if (!(error instanceof WaypostError)) return error;
  if (error.code === 'signup_expired') forgetPending(path, pending);
  if (error.code !== 'signup_lost') return error;
  const answer = setAnswerAside(path, pending.cli_token, now);
  if (error.status === 410) forgetPending(path, pending);
  else noteDoubt(path, pending);
  return answer === undefined ? error : error.with({ details: { rescue_path: answer } });
}
