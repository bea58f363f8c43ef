// `waypost signup`: opens an account in the browser and brings its keys home, once and for all.
import type { Command } from 'commander';
import { invalidInput, WaypostError } from '../contract/errors';
import { proveWritable } from '../credentials/atomic-file';
import { parseBaseUrl } from '../credentials/base-url';
import { readCredentialsFile } from '../credentials/read';
import { loginStored, writeFailed } from '../credentials/store';
import type { Service } from '../service/service';
import { refusedFields, signUpBody, signUpFields } from '../signup/fields';
import { finishSignUp } from '../signup/finish';
import { keepClaim } from '../signup/keep';
import {
  AnswerSpool,
  type Pending,
  pendingPath,
  readPending,
  removePending,
  setAnswerAside,
  setPendingAside,
  writePending,
} from '../signup/pending';
import { waitForClaim } from '../signup/poll';
import type { ClaimedCredentials } from '../signup/salvage';
import { beginSignUp, mayOpen } from '../signup/start';
import { browserSurroundings, openBrowser, whyNoBrowser } from '../terminal/browser';
import { sanitizeLine } from '../terminal/sanitize';
import { showWaiting } from '../terminal/waiting';
import type { Act } from './command';
import type { Context } from './context';

const help = `
Examples:
  waypost signup
  waypost signup --email ada@example.org --json --deadline 120
  waypost signup --resume          goes on after Ctrl-C, a crash or a closed terminal

Output (--json): {"success": true, "config_path": "…", "available": true, "user_id": "…"}
Progress (--json, standard error, one JSON document a line):
  {"event": "signup_url_issued", "signup_url": "…"}   {"event": "waiting", "elapsed_sec": 30}
Errors: signup_expired, signup_timeout, signup_lost (6), write_failed (5), auth_failed (4);
        details.rescue_path names the file that holds the credentials where they could not be stored`;

interface Options extends Record<string, unknown> {
  browser?: boolean;
  interval?: string;
  deadline?: string;
  resume?: boolean;
  force?: boolean;
}

type Claimed = Pending & { credentials: ClaimedCredentials };

export function register(command: Command, act: Act): void {
  command.description(
    'Open an account in the browser. The tool waits until you are done there, then verifies and stores the keys.',
  );
  for (const { flags, label } of signUpFields) command.option(flags, `fill in: ${label}`);
  command
    .option('--no-browser', 'only print the page to go to')
    .option('--interval <seconds>', 'time between two questions to the service', '1.5')
    .option('--deadline <seconds>', 'how long to wait for you', '600')
    .option('--resume', 'go on with a sign-up that was left')
    .option('--force', 'replace a stored login, or a sign-up that was left')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options): Promise<void> {
  const { world, output, credentialsPath } = context;
  const intervalMs = seconds('--interval', options.interval, 1, 3600) * 1000;
  const deadlineMs = seconds('--deadline', options.deadline, 0, 86_400) * 1000;
  const path = pendingPath(world.home, context.profile);
  const replace = await mayReplaceLogin(context, options);
  for (const file of [credentialsPath, path]) prove(file);

  const left = await pendingToResume(context, path, options);
  const baseUrl =
    left === undefined
      ? (await context.resolve()).baseUrl
      : parseBaseUrl(left.base_url, path, (await context.credentialFlags()).insecureHttp === true);
  const service = await context.service(baseUrl);
  const pending = left ?? (await begin(context, service, path, options));
  keepSecrets(context, pending);
  const claimed = isClaimed(pending)
    ? pending
    : await claim(context, service, path, pending, { intervalMs, deadlineMs });
  const available = await finishSignUp({
    service,
    pendingPath: path,
    pending: claimed,
    credentialsPath,
    clock: world.clock,
    replace,
  });
  const { user_id } = claimed.credentials;
  await output.result(
    { success: true, config_path: credentialsPath, available, user_id },
    (colour) =>
      [
        `${colour.green('Signed up.')} The keys are in ${sanitizeLine(credentialsPath)}`,
        'See them with `waypost auth whoami`; use one with "$(waypost auth token)".',
      ].join('\n'),
  );
}

/** Whether a stored login may go: nothing stored, --force, or a yes. Throws `invalid_input` else. */
async function mayReplaceLogin(context: Context, { force }: Options): Promise<boolean> {
  const path = context.credentialsPath;
  if (readCredentialsFile(path) === undefined) return force === true;
  if (force) return true;
  if (!context.interactive) throw loginStored(path);
  const { askYes } = await import('../terminal/prompts');
  if (await askYes(`A login is stored already in ${sanitizeLine(path)}. Replace it?`)) return true;
  throw loginStored(path);
}

/**
 * The sign-up to go on with: with --resume the one that was left, else none, and then a left one is in
 * the way: it may have been completed in the browser, so it is only set aside on demand.
 */
async function pendingToResume(
  context: Context,
  path: string,
  { resume, force }: Options,
): Promise<Pending | undefined> {
  const left = readPending(path);
  if (resume) {
    if (left !== undefined) return left;
    throw invalidInput('There is no sign-up to go on with.', 'Begin one with `waypost signup`.');
  }
  if (left === undefined) return undefined;
  if (isClaimed(left)) {
    throw invalidInput(
      'A sign-up that was completed before is not stored yet.',
      'Store its keys with `waypost signup --resume`.',
      { rescue_path: path },
    );
  }
  if (!force) {
    if (!context.interactive) {
      throw invalidInput(
        `A sign-up begun ${left.started_at} is not completed.`,
        'Go on with `waypost signup --resume`, or begin another with --force.',
      );
    }
    const { askYes } = await import('../terminal/prompts');
    const question = `A sign-up begun ${sanitizeLine(left.started_at)} is not completed. Go on with it?`;
    if (await askYes(question)) return left;
  }
  const aside = setPendingAside(path, context.world.clock.now());
  if (!context.output.json) {
    await context.output.note((colour) => colour.dim(`The earlier sign-up is kept in ${aside}`));
  }
  return undefined;
}

/** Starts a sign-up; a person is asked for what the service finds wrong, until it is content. */
async function begin(
  context: Context,
  service: Service,
  path: string,
  options: Options,
): Promise<Pending> {
  const body = signUpBody(options);
  const { clock, interrupted } = context.world;
  for (;;) {
    try {
      const pending = await beginSignUp(service, body, path, clock, interrupted);
      await announce(context, pending, options);
      return pending;
    } catch (error) {
      if (!(error instanceof WaypostError) || error.apiCode !== 4000) throw error;
      const refused = refusedFields(error.details);
      if (refused.length === 0 || !context.interactive) throw error;
      const { askText } = await import('../terminal/prompts');
      for (const { field, message } of refused) {
        const question = `${field.label} (${sanitizeLine(message)}):`;
        body[field.member] = await askText(question, body[field.member]);
      }
    }
  }
}

/** Tells where to go, and opens it where a browser would open before the user's eyes. */
async function announce(context: Context, pending: Pending, options: Options): Promise<void> {
  const { output, world } = context;
  const page = pending.signup_url;
  if (output.json) {
    output.event({ event: 'signup_url_issued', signup_url: page });
    return;
  }
  await output.note(
    (colour) => `Open this page to sign up:\n\n  ${colour.bold(sanitizeLine(page))}\n`,
  );
  if (options.browser === false || !context.interactive) return;
  const refusal = mayOpen(page)
    ? whyNoBrowser(browserSurroundings(world.env, world.platform))
    : 'the page is plain http on another machine';
  if (refusal !== undefined) {
    await output.note((colour) => colour.dim(`Not opened by itself, because ${refusal}.`));
  } else if (!(await openBrowser(page))) {
    await output.note((colour) =>
      colour.dim('No browser could be started; open the page yourself.'),
    );
  }
}

/** Waits for the claim and keeps it, before anything else happens. */
async function claim(
  context: Context,
  service: Service,
  path: string,
  pending: Pending,
  times: { intervalMs: number; deadlineMs: number },
): Promise<Claimed> {
  const { world, output } = context;
  const waiting = showWaiting(
    output,
    'Waiting for you to finish in the browser (Ctrl-C to stop; `waypost signup --resume` goes on)',
    world.stderr.isTTY === true && world.env.TERM !== 'dumb',
  );
  let current = pending;
  const doubt = () => {
    current = { ...current, in_doubt: true };
    tryToWrite(path, current);
  };
  try {
    const credentials = await waitForClaim({
      ...times,
      service,
      cliToken: pending.cli_token,
      clock: world.clock,
      interrupted: world.interrupted,
      spool: new AnswerSpool(path),
      inDoubt: pending.in_doubt === true,
      onDoubt: doubt,
      onWaiting: (elapsed) => waiting.elapsed(elapsed),
    });
    context.keepSecret(credentials.test_api_key, credentials.user_token);
    return { ...keepClaim(path, current, credentials), credentials };
  } catch (error) {
    waiting.end();
    if (world.interrupted.aborted && !output.json) {
      await output.note(() => 'Interrupted. Nothing is lost: `waypost signup --resume` goes on.');
    }
    throw afterFailure(error, path, world.clock.now(), doubt);
  } finally {
    waiting.end();
  }
}

/** Tidies up after a sign-up that ended: an expired one is forgotten, a lost one leaves what arrived of it. */
function afterFailure(error: unknown, path: string, now: number, doubt: () => void): unknown {
  if (!(error instanceof WaypostError)) return error;
  if (error.code === 'signup_expired') {
    removePending(path);
    return error;
  }
  if (error.code !== 'signup_lost') return error;
  const answer = setAnswerAside(path, now);
  if (error.status === 410) removePending(path);
  else doubt();
  return answer === undefined ? error : error.with({ details: { rescue_path: answer } });
}

function keepSecrets(context: Context, { cli_token, credentials }: Pending): void {
  context.keepSecret(cli_token, credentials?.test_api_key, credentials?.user_token);
}

function isClaimed(pending: Pending): pending is Claimed {
  return pending.credentials !== undefined;
}

function prove(path: string): void {
  try {
    proveWritable(path);
  } catch (error) {
    throw writeFailed(path, error);
  }
}

/** A note for later runs; this one goes on without it. */
function tryToWrite(path: string, pending: Pending): void {
  try {
    writePending(path, pending);
  } catch {
    // The token is in the file already; only the doubt about it is not.
  }
}

function seconds(option: string, text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (text?.trim() && Number.isFinite(value) && value >= least && value <= most) return value;
  throw invalidInput(
    `${option} is not a number of seconds from ${least} to ${most}.`,
    `Give ${option} such a number, or leave it out.`,
  );
}
