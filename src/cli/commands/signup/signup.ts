// `waypost signup`: opens an account in the browser and stores its keys, which the service issues once. The
// steps are in signup/shared, in the order of `run`.
import { existsSync } from 'node:fs';
import { parseBaseUrl } from '../../../client/credentials/base-url';
import { finishSignUp } from '../../../client/signup/finish';
import { expiryOf, isClaimed, type Pending, pendingPath } from '../../../client/signup/pending';
import { proveWritable } from '../../../lib/atomic-file';
import { isCi } from '../../../lib/environment';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { writeFailure } from '../../../lib/system-error';
import { timeText } from '../../output/words';
import { declined } from '../../prompts/confirm';
import { openInBrowser, preloadBrowser } from '../../prompts/open-page';
import { wayToPage } from '../../prompts/ssh';
import type { Context } from '../../run/context';
import { begin } from './shared/begin';
import { claim } from './shared/claim';
import { mayReplaceLogin, pendingToResume } from './shared/earlier';
import { completeSignUp, sandboxControl } from './shared/unattended';

interface Options extends Record<string, unknown> {
  browser?: boolean;
  wait?: boolean;
  interval: string;
  /** Only where it was given. */
  deadline?: string;
  resume?: boolean;
  force?: boolean;
  unattended?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  const { world, output, credentialsPath } = context;
  const times = {
    intervalMs: seconds('--interval', options.interval, 1, 3600) * 1000,
    deadlineMs: seconds('--deadline', options.deadline ?? '600', 0, 86_400) * 1000,
  };
  const path = pendingPath(world, context.profile);
  for (const file of [credentialsPath, path]) prove(file);

  const left = await pendingToResume(context, path, options);
  if (left === undefined || !isClaimed(left)) refuseToWaitForNobody(context, options);
  const replace = await mayReplaceLogin(context, left, options.force === true);
  if (replace === undefined) return declined(context);
  const baseUrl =
    left === undefined
      ? (await context.resolve()).baseUrl
      : parseBaseUrl(left.base_url, path, (await context.credentialFlags()).insecureHttp === true);
  const control = options.unattended ? await sandboxControl(context, baseUrl) : undefined;
  const service = await context.service(baseUrl);
  await preload(context);
  const pending = left ?? (await begin(context, service, path, options));
  keepSecrets(context, pending);
  if (left === undefined && options.wait === false) {
    return tellPending(context, pending, false, replace);
  }
  try {
    if (!isClaimed(pending) && pending.signup_url !== '' && options.wait !== false) {
      await announcePage(context, pending.signup_url, control === undefined);
    }
    if (control !== undefined) {
      if (!isClaimed(pending)) await completeSignUp(control, pending);
    } else if (left === undefined && options.browser !== false) {
      await openInBrowser(context, pending.signup_url);
    }
    const claimed = isClaimed(pending)
      ? pending
      : await claim(
          context,
          service,
          path,
          pending,
          options.wait === false
            ? undefined
            : {
                ...times,
                waitsFor: control === undefined ? 'you to finish in the browser' : 'the sandbox',
              },
        );
    if (claimed === undefined) return await tellPending(context, pending, true, replace);
    const { available, forgotten } = await finishSignUp({
      service,
      pendingPath: path,
      pending: claimed,
      credentialsPath,
      clock: world.clock,
      replace,
      interrupted: world.interrupted,
    });
    if (!forgotten) {
      await output.warn(`The sign-up's own copy of the keys could not be removed: ${path}`);
    }
    const { user_id } = claimed.credentials;
    await output.result(
      { success: true, config_path: credentialsPath, available, user_id },
      (colour) =>
        [
          `${colour.green('Signed up.')} The keys are in ${credentialsPath}`,
          context.inProfile(
            'See them with `waypost auth whoami`; use one with "$(waypost auth token)".',
          ),
        ].join('\n'),
    );
  } catch (error) {
    if (world.interrupted.aborted && !(error instanceof WaypostError) && !output.json) {
      await output.note(() =>
        context.inProfile('Interrupted. Nothing is lost: `waypost signup --resume` continues it.'),
      );
    }
    throw error;
  }
}

/** The result of a run that does not wait: where a person signs up, until when, and what stores the keys then. */
async function tellPending(
  context: Context,
  pending: Pending,
  wasAsked: boolean,
  replace: boolean,
): Promise<void> {
  const { output, options, credentialsPath } = context;
  const { signup_url } = pending;
  const expires_at = expiryOf(pending);
  const words = [
    'waypost signup --resume',
    ...(options.insecureHttp ? ['--insecure-http'] : []),
    ...(replace && existsSync(credentialsPath) ? ['--force'] : []),
  ];
  const next = context.inProfile(`\`${words.join(' ')}\``);
  const state = wasAsked ? { pending: true } : { success: true };
  const resume = next.replaceAll('`', '');
  await output.result({ ...state, signup_url, expires_at, resume }, (colour) =>
    [
      ...(wasAsked ? ['The sign-up is not completed yet.'] : []),
      `Open this page to sign up:\n\n  ${colour.bold(signup_url)}\n`,
      `${expires_at === null ? '' : `It can be completed until ${timeText(expires_at)}. `}Then ${next} stores the keys; with --no-wait it asks once.`,
    ].join('\n'),
  );
}

/**
 * Loads everything that the rest of the run needs. The wait in the browser takes minutes, in which an upgrade
 * may remove the tool's files, and the keys are issued once only.
 */
async function preload({ output, interactive }: Context): Promise<void> {
  await output.preload();
  if (interactive) await Promise.all([output.prompts(), preloadBrowser()]);
}

function keepSecrets(context: Context, pending: Pending | undefined): void {
  const { cli_token, credentials } = pending ?? {};
  context.keepSecret(cli_token, credentials?.test_api_key, credentials?.user_token);
}

function prove(path: string): void {
  try {
    proveWritable(path);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

function seconds(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw invalidInput(
    `${option} is not a number of seconds from ${least} to ${most}.`,
    `Give ${option} such a number, or omit it.`,
  );
}

/** A job of continuous integration has nobody who completes a sign-up, and an agent may show nothing until it ends. */
function refuseToWaitForNobody(
  { world, agent }: Context,
  { unattended, deadline, wait }: Options,
): void {
  const { env, stdin, stderr } = world;
  const hasTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const isJob = isCi(env) && !hasTerminal;
  if (!isJob && agent === undefined) return;
  if (unattended || deadline !== undefined || wait === false) return;
  throw invalidInput(
    isJob
      ? 'In CI nobody completes a sign-up in a browser.'
      : 'A coding agent runs this terminal, and may not show the page while a sign-up waits.',
    'Against a sandbox on this machine, use --unattended. For a person elsewhere, start it with --no-wait, or wait with --deadline <seconds>.',
  );
}

/** Tells the page; a person to go there, also where a browser opens it. */
async function announcePage(
  { output, world }: Context,
  page: string,
  forPerson: boolean,
): Promise<void> {
  if (output.json) output.event({ event: 'signup_url_issued', signup_url: page });
  else if (forPerson) {
    await output.note((colour) => `Open this page to sign up:\n\n  ${colour.bold(page)}\n`);
    const way = wayToPage(page, world.env);
    if (way !== undefined) await output.note(() => `${way}\n`);
  }
}
