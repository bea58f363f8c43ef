// The second half of `waypost signup`: waits until the user or the sandbox completes the sign-up, then claims the keys.
import type { Service } from '../../../client/http/service';
import { claimOnce, type Wait, waitForClaim } from '../../../client/signup/claim';
import { backUpClaimFile, ClaimFile } from '../../../client/signup/claim-file';
import { writeClaim } from '../../../client/signup/finish';
import {
  type Claimed,
  isClaimed,
  markInDoubt,
  type Pending,
  removePending,
} from '../../../client/signup/pending';
import { WaypostError } from '../../../lib/errors';
import type { Colors } from '../../output/color';
import type { Output } from '../../output/output';
import { showWaiting } from '../../output/progress';
import { openInBrowser } from '../../prompts/open-page';
import { wayToPage } from '../../prompts/ssh';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { completeInSandbox } from './in-sandbox';

/** A sign-up that this command or an earlier command started. */
export interface OpenedSignUp {
  client: Service;
  /**
   * The client for the sandbox that completes the sign-up, or undefined if the user completes the sign-up in a browser.
   */
  control: Service | undefined;
  /** The path of the pending file, which stores the sign-up until waypost has stored the sign-up's keys as a login. */
  path: string;
  pending: Pending;
}

/** Prints the URL of the sign-up page and opens the page in the browser, or makes the sandbox complete the sign-up. */
export async function leadToCompletion(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  { control, pending }: OpenedSignUp,
  { showsPage, opensBrowser }: { showsPage: boolean; opensBrowser: boolean },
): Promise<void> {
  const isCompleted = isClaimed(pending);
  if (showsPage && !isCompleted && pending.signup_url !== '') {
    await announcePage({ system, output }, pending.signup_url, control === undefined);
  }
  if (control === undefined) {
    if (opensBrowser) await openInBrowser({ system, output, settings }, pending.signup_url);
  } else if (!isCompleted) {
    await completeInSandbox(control, pending);
  }
}

export function pageToOpen(page: string, color: Colors): string {
  return `Open this page to sign up:\n\n  ${color.bold(page)}\n`;
}

/**
 * Prints the URL of the sign-up page. If the user is connected over SSH, also prints how to open the page on the user's
 * own machine.
 */
export async function announcePage(
  { system, output }: { system: System; output: Output },
  page: string,
  forPerson: boolean,
): Promise<void> {
  if (output.json) output.event({ event: 'signup_url_issued', signup_url: page });
  else if (forPerson) {
    await output.note((color) => pageToOpen(page, color));
    const way = wayToPage(page, system.env);
    if (way !== undefined) await output.note(() => `${way}\n`);
  }
}

/**
 * Returns the sign-up's keys. If no earlier command has claimed the keys, waits until the sign-up is complete, claims
 * the keys, and writes them to the pending file. If `wait` is undefined, polls only once, and returns undefined if the
 * sign-up is still pending. Throws the errors of `waitForClaim`, `claimOnce` and `writeClaim`.
 */
export async function claimKeys(
  { system, output }: { system: System; output: Output },
  { client, control, path, pending }: OpenedSignUp,
  wait: Wait | undefined,
): Promise<Claimed | undefined> {
  if (isClaimed(pending)) return pending;
  const { clock, env, interrupted } = system;
  const waitsFor = control === undefined ? 'you to finish in the browser' : 'the sandbox';
  const endWaiting =
    wait === undefined
      ? () => {}
      : showWaiting(output, {
          text: `Waiting for ${waitsFor} (you can use --resume later)`,
          moving: output.moves && env.TERM !== 'dumb',
          now: clock.now,
        });
  const claimFile = new ClaimFile(path, pending.cli_token);
  // The listener must be synchronous, because a second Ctrl-C ends the process immediately.
  interrupted.addEventListener('abort', endWaiting);
  try {
    const asking = {
      service: client,
      cliToken: pending.cli_token,
      clock,
      interrupted,
      claimFile,
      inDoubt: pending.in_doubt === true,
      onDoubt: () => markInDoubt(path, pending),
    };
    const credentials =
      wait === undefined
        ? await claimOnce(asking, env)
        : await waitForClaim({ ...asking, ...wait });
    if (credentials === undefined) return undefined;
    output.mask.add(credentials.test_api_key, credentials.user_token);
    return writeClaim(path, pending, credentials, clock.now());
  } catch (error) {
    // waypost must close the file with the response before `backUpClaimFile` moves this file.
    claimFile.close();
    throw tidyUp(error, path, pending, clock.now());
  } finally {
    claimFile.close();
    endWaiting();
  }
}

/**
 * Cleans up after a failed sign-up. Removes the pending file of an expired sign-up. If the credentials were lost, saves
 * a copy of the response.
 */
function tidyUp(error: unknown, path: string, pending: Pending, now: number): unknown {
  if (!(error instanceof WaypostError)) return error;
  if (error.code === 'signup_expired') removePending(path, pending);
  if (error.code !== 'signup_lost') return error;
  const answer = backUpClaimFile(path, pending.cli_token, now);
  if (error.status === 410) removePending(path, pending);
  else markInDoubt(path, pending);
  return answer === undefined ? error : error.with({ details: { rescue_path: answer } });
}
