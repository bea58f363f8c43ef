// `waypost signup`: opens an account in the browser and stores its keys, which the service issues once. The steps
// follow in the order of `signUp`: resume or start, claim, finish.
import { existsSync } from 'node:fs';
import { type SignUpField, signUpFields } from '../../../api/sign-up-fields';
import { readCredentialsFile } from '../../../client/credentials/read';
import { requireUsableFile } from '../../../client/credentials/resolve';
import { loginStored } from '../../../client/credentials/store';
import type { Service } from '../../../client/http/service';
import { keyAvailability } from '../../../client/keys';
import { claimOnce, type Wait, waitForClaim } from '../../../client/signup/claim';
import { backUpClaimFile, ClaimFile } from '../../../client/signup/claim-file';
import { finishSignUp, hasRescued, resumePending, writeClaim } from '../../../client/signup/finish';
import {
  type Claimed,
  expiryOf,
  isClaimed,
  markInDoubt,
  type Pending,
  pendingPath,
  readPending,
  removePending,
} from '../../../client/signup/pending';
import { startPending } from '../../../client/signup/start';
import {
  readStateBeforeTurn,
  type StateBeforeTurn,
  type Turn,
  takeTurn,
  waitForTurn,
  wasStoredSince,
} from '../../../client/signup/turn';
import { parseBaseUrl } from '../../../client/url';
import { checkWritable } from '../../../lib/atomic-file';
import type { Hint } from '../../../lib/command-text';
import { isCi } from '../../../lib/environment';
import { type FieldError, invalidInput, WaypostError } from '../../../lib/errors';
import { camelCase } from '../../../lib/name-case';
import { writing } from '../../../lib/system-error';
import type { Colors } from '../../output/color';
import type { Output } from '../../output/output';
import { showWaiting } from '../../output/progress';
import { timestampText } from '../../output/words';
import { confirmReplacement, declined } from '../../prompts/confirm';
import { openInBrowser, preloadBrowser } from '../../prompts/open-page';
import { wayToPage } from '../../prompts/ssh';
import type { Credentials } from '../../run/credentials';
import type { Dependencies } from '../../run/dependencies';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { completeInSandbox, sandboxControl } from './in-sandbox';

interface SignupDependencies {
  system: System;
  output: Output;
}

interface StoredLoginDependencies {
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

interface WaitingDependencies {
  system: System;
  output: Output;
  settings: SettingsInUse;
}

interface SignUpCommandOptions extends Record<string, unknown> {
  browser?: boolean;
  wait?: boolean;
  interval: string;
  deadline?: string;
  resume?: boolean;
  force?: boolean;
  unattended?: boolean;
}

export async function signUp(
  { system, output, credentials, service, settings }: Dependencies,
  options: SignUpCommandOptions,
): Promise<number> {
  const credentialsPath = credentials.path;
  const times = {
    intervalMs: secondsOf('--interval', options.interval, 1, 3600) * 1000,
    deadlineMs: secondsOf('--deadline', options.deadline ?? '600', 0, 86_400) * 1000,
  };
  const path = pendingPath(system, credentials.profileChoice?.name);
  const before = readStateBeforeTurn(path, credentialsPath);
  if (options.resume && before.pending === undefined && !hasRescued(path)) {
    await reportStored({ system, output, credentials, service, settings });
    return 0;
  }
  for (const file of [credentialsPath, path]) writing(file, () => checkWritable(file));
  let lock = takeTurn(path);
  let { deadlineMs } = times;
  if (lock === undefined) {
    if (options.wait === false) {
      await tellBusy({ output, credentials, settings }, before, options);
      return 0;
    }
    const turn = await waitForOther(
      { system, output, settings },
      path,
      before,
      options,
      deadlineMs,
    );
    lock = turn.lock;
    deadlineMs = Math.max(0, deadlineMs - turn.waitedMs);
  }
  try {
    return await signUpAlone(
      { system, output, credentials, service, settings },
      options,
      path,
      before,
      { ...times, deadlineMs },
    );
  } finally {
    lock.release();
  }
}

/** The result of a run that does not wait for the process that works on the sign-up. */
async function tellBusy(
  { output, credentials, settings }: StoredLoginDependencies,
  { pending }: StateBeforeTurn,
  { resume, force }: SignUpCommandOptions,
): Promise<void> {
  if (resume && pending !== undefined)
    return tellPending({ output, credentials, settings }, pending, true, force === true);
  throw invalidInput(
    'Another process is signing up.',
    (command) => `Run ${command('signup', [], { resume: true })} to wait for it and use its login.`,
  );
}

/** Waits until the process that works on the sign-up has ended, and shows the page meanwhile. */
async function waitForOther(
  { system, output, settings }: WaitingDependencies,
  path: string,
  { pending }: StateBeforeTurn,
  options: SignUpCommandOptions,
  deadlineMs: number,
): Promise<Turn> {
  const { clock, env, interrupted } = system;
  const isClaimedByOther = pending !== undefined && isClaimed(pending);
  if (!isClaimedByOther) refuseToWaitForNobody({ system, settings }, options);
  await preload({ output, settings });
  if (!isClaimedByOther && pending !== undefined && pending.signup_url !== '') {
    output.mask.add(pending.cli_token);
    await announcePage({ system, output }, pending.signup_url, options.unattended !== true);
  }
  const endWaiting = showWaiting(output, {
    text: 'Waiting for another process that signs up (Ctrl-C and --resume are fine)',
    moving: output.moves && env.TERM !== 'dumb',
    now: clock.now,
  });
  interrupted.addEventListener('abort', endWaiting);
  try {
    return await waitForTurn(path, { clock, interrupted, deadlineMs });
  } finally {
    endWaiting();
  }
}

/** Reports the login that an earlier run, or another process, has stored. Throws `invalid_input` if there is none. */
async function reportStored({
  system,
  output,
  credentials,
  service,
  settings,
}: Dependencies): Promise<void> {
  const credentialsPath = credentials.path;
  const { apiKey, userToken, baseUrl } = readCredentialsFile(credentialsPath)?.credentials ?? {};
  // A sign-up stores all three.
  if (apiKey === undefined || userToken === undefined || baseUrl === undefined) {
    throw invalidInput(
      'There is no sign-up to resume.',
      (command) => `Begin one with ${command('signup')}.`,
    );
  }
  output.mask.add(apiKey, userToken);
  const url = parseBaseUrl(baseUrl, credentialsPath, settings.options.insecureHttp === true);
  const client = await service.connect(url);
  const { available } = await keyAvailability(client, apiKey, system.interrupted);
  await output.result(
    { success: true, config_path: credentialsPath, available, user_id: null },
    () =>
      `The login is stored already. The keys are in ${credentialsPath}. See them with ${output.command('auth whoami')}.`,
  );
}

/**
 * The sign-up of the only process that works on it: it has the lock of the pending file. Returns the exit status: another
 * than 0 if the person declined to replace the stored login.
 */
async function signUpAlone(
  { system, output, credentials, service, settings }: Dependencies,
  options: SignUpCommandOptions,
  path: string,
  before: StateBeforeTurn,
  times: Wait,
): Promise<number> {
  const credentialsPath = credentials.path;
  if (wasStoredSince(before, path, credentialsPath)) {
    await reportStored({ system, output, credentials, service, settings });
    return 0;
  }
  const stored = await pendingToResume({ system, output, settings }, path, before, options);
  if (stored === undefined || !isClaimed(stored))
    refuseToWaitForNobody({ system, settings }, options);
  const replace = await mayReplace(
    { output, credentials, settings },
    stored,
    options.force === true,
  );
  if (replace === undefined) return declined(output);
  const baseUrl =
    stored === undefined
      ? await serviceToSignUpAt(credentials)
      : parseBaseUrl(stored.base_url, path, settings.options.insecureHttp === true);
  const control = options.unattended ? await sandboxControl(service, baseUrl) : undefined;
  const client = await service.connect(baseUrl);
  await preload({ output, settings });
  const pending =
    stored ?? (await startWithCorrections({ system, output, settings }, client, path, options));
  output.mask.add(
    pending.cli_token,
    pending.credentials?.test_api_key,
    pending.credentials?.user_token,
  );
  const waits = options.wait !== false;
  if (stored === undefined && !waits) {
    await tellPending({ output, credentials, settings }, pending, false, replace);
    return 0;
  }
  const opened: OpenedSignUp = { client, control, path, pending };
  try {
    await leadToCompletion({ system, output, settings }, opened, {
      showsPage: waits,
      opensBrowser: stored === undefined && options.browser !== false,
    });
    const claimed = await claimKeys({ system, output }, opened, waits ? times : undefined);
    if (claimed === undefined) {
      await tellPending({ output, credentials, settings }, pending, true, replace);
      return 0;
    }
    await storeLogin({ system, output }, opened, claimed, credentialsPath, replace);
    return 0;
  } catch (error) {
    if (system.interrupted.aborted && !(error instanceof WaypostError) && !output.json) {
      const resume = output.command('signup', [], { resume: true });
      await output.sentence(`Interrupted. Nothing is lost: ${resume} continues it.`);
    }
    throw error;
  }
}

/** A sign-up that was started, now or by an earlier run. */
interface OpenedSignUp {
  client: Service;
  /** The sandbox that completes the sign-up; undefined if a person completes it in a browser. */
  control: Service | undefined;
  /** The path of the pending file. */
  path: string;
  pending: Pending;
}

/** Shows the page of the sign-up and opens it, or has the sandbox complete the sign-up. */
async function leadToCompletion(
  { system, output, settings }: WaitingDependencies,
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

/** Stores the keys that were claimed as the login, and reports it. */
async function storeLogin(
  { system, output }: SignupDependencies,
  { client, path }: OpenedSignUp,
  claimed: Claimed,
  credentialsPath: string,
  replace: boolean,
): Promise<void> {
  const { available, removed } = await finishSignUp({
    service: client,
    pendingPath: path,
    pending: claimed,
    credentialsPath,
    clock: system.clock,
    replace,
    interrupted: system.interrupted,
  });
  if (!removed) {
    await output.warn(`The sign-up's own copy of the keys could not be removed: ${path}`);
  }
  const { user_id } = claimed.credentials;
  await output.result(
    { success: true, config_path: credentialsPath, available, user_id },
    (color) =>
      [
        `${color.green('Signed up.')} The keys are in ${credentialsPath}`,
        `See them with ${output.command('auth whoami')}; use one with "$(${output.commandText('auth token')})".`,
      ].join('\n'),
  );
}

/** The service in use. Throws `invalid_credentials_file` for a file that the new login could not replace. */
async function serviceToSignUpAt(credentials: Credentials): Promise<URL> {
  const resolved = await credentials.resolve();
  requireUsableFile(resolved);
  return resolved.baseUrl;
}

/** The result of a run that does not wait: where a person signs up, until when, and what stores the keys then. */
async function tellPending(
  { output, credentials, settings }: StoredLoginDependencies,
  pending: Pending,
  wasAsked: boolean,
  replace: boolean,
): Promise<void> {
  const { options } = settings;
  const credentialsPath = credentials.path;
  const { signup_url } = pending;
  const expires_at = expiryOf(pending);
  const next = output.command('signup', [], {
    resume: true,
    'insecure-http': options.insecureHttp,
    force: replace && existsSync(credentialsPath),
  });
  const state = wasAsked ? { pending: true } : { success: true };
  const resume = next.replaceAll('`', '');
  await output.result({ ...state, signup_url, expires_at, resume }, (color) =>
    [
      ...(wasAsked ? ['The sign-up is not completed yet.'] : []),
      pageToOpen(signup_url, color),
      `${expires_at === null ? '' : `It can be completed until ${timestampText(expires_at)}. `}Then ${next} stores the keys; with --no-wait it asks once.`,
    ].join('\n'),
  );
}

/**
 * Loads everything that the rest of the run needs. The wait in the browser takes minutes, in which an upgrade
 * may remove the tool's files, and the keys are issued once only.
 */
async function preload({
  output,
  settings,
}: {
  output: Output;
  settings: SettingsInUse;
}): Promise<void> {
  await output.preload();
  if (settings.interactive) await Promise.all([output.prompts(), preloadBrowser()]);
}

function secondsOf(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw invalidInput(
    `${option} is not a number of seconds from ${least} to ${most}.`,
    `Give ${option} such a number, or omit it.`,
  );
}

/** A job of continuous integration has nobody who completes a sign-up, and an agent may show nothing until it ends. */
function refuseToWaitForNobody(
  { system, settings }: { system: System; settings: SettingsInUse },
  { unattended, deadline, wait }: SignUpCommandOptions,
): void {
  const { env, stdin, stderr } = system;
  const hasTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const isJob = isCi(env) && !hasTerminal;
  if (!isJob && settings.agent === undefined) return;
  if (unattended || deadline !== undefined || wait === false) return;
  throw invalidInput(
    isJob
      ? 'In CI nobody completes a sign-up in a browser.'
      : 'A coding agent runs this terminal, and may not show the page while a sign-up waits.',
    'Against a sandbox on this machine, use --unattended. For a person elsewhere, start it with --no-wait, or wait with --deadline <seconds>.',
  );
}

function pageToOpen(page: string, color: Colors): string {
  return `Open this page to sign up:\n\n  ${color.bold(page)}\n`;
}

/** Tells the page; a person to go there, also where a browser opens it. */
async function announcePage(
  { system, output }: SignupDependencies,
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
 * Whether a stored login may be replaced: --force, or a yes; undefined if the person declined. A login with
 * the key that this sign-up claimed is the same login. Throws `invalid_input` if nobody can be asked.
 */
async function mayReplace(
  { output, credentials, settings }: StoredLoginDependencies,
  resumed: Pending | undefined,
  force: boolean,
): Promise<boolean | undefined> {
  const path = credentials.path;
  const stored = readCredentialsFile(path)?.credentials;
  if (stored === undefined || force) return force;
  const claimed = resumed?.credentials?.test_api_key;
  if (claimed !== undefined && stored.apiKey === claimed) return false;
  if (!settings.interactive) throw loginStored(path);
  return (await confirmReplacement(output, path)) || undefined;
}

/**
 * The sign-up to resume: with --resume the stored one, else none. Without --resume a stored one prevents a
 * new sign-up: it may have been completed in the browser, so it is removed only on demand.
 */
async function pendingToResume(
  { system, output, settings }: WaitingDependencies,
  path: string,
  before: StateBeforeTurn,
  { resume, force }: { resume?: boolean; force?: boolean },
): Promise<Pending | undefined> {
  const pending = resumePending(path, readPending(path), system.clock.now());
  // Another process has ended this sign-up without storing a login: the service says why.
  if (resume) return pending ?? before.pending;
  if (pending === undefined) return undefined;
  if (isClaimed(pending)) {
    throw invalidInput(
      'A sign-up that was completed before is not stored yet.',
      (command) =>
        `Store its keys with ${command('signup', [], { resume: true })}. To give them up instead, move ${path} away.`,
      { rescue_path: path },
    );
  }
  if (force) return undefined;
  const found = `A sign-up begun ${timestampText(pending.started_at)} is not completed.`;
  if (!settings.interactive) {
    const hint: Hint = (command) =>
      `Resume it with ${command('signup', [], { resume: true })}, or begin another with --force.`;
    throw invalidInput(found, hint);
  }
  const { askYes } = await output.prompts();
  return (await askYes(`${found} Resume it?`)) ? pending : undefined;
}

/** Starts a sign-up; a person corrects refused members until the service accepts them. */
async function startWithCorrections(
  { system, output, settings }: WaitingDependencies,
  service: Service,
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Pending> {
  const body = signUpBody(options);
  for (;;) {
    try {
      const { clock, interrupted } = system;
      const { pending, backup } = await startPending(service, body, path, clock, interrupted);
      if (backup !== undefined && !output.json) {
        await output.note((color) => color.dim(`The earlier sign-up is kept in ${backup}`));
      }
      return pending;
    } catch (error) {
      const isRefusal = error instanceof WaypostError && error.apiCode === 4000;
      if (!settings.interactive || !isRefusal || error.code !== 'api_error') throw error;
      const refused = refusedFields(error.details);
      if (refused.length === 0) throw error;
      const { askText } = await output.prompts();
      for (const { field, message } of refused) {
        const question = `${field.label} (${message}):`;
        const answer = await askText(question, body[field.name]);
        if (answer === '') delete body[field.name];
        else body[field.name] = answer;
      }
    }
  }
}

/**
 * Returns the keys of the sign-up: those that an earlier run claimed, otherwise waits for the claim and stores it.
 * Without a wait it asks once, and returns undefined while the sign-up is pending. Throws the errors of `waitForClaim`,
 * `claimOnce` and `writeClaim`.
 */
async function claimKeys(
  { system, output }: SignupDependencies,
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
          text: `Waiting for ${waitsFor} (Ctrl-C and --resume are fine)`,
          moving: output.moves && env.TERM !== 'dumb',
          now: clock.now,
        });
  const claimFile = new ClaimFile(path, pending.cli_token);
  // Synchronous, because a second Ctrl-C ends the process at once.
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
    // Closes the answer's file before `backUpClaimFile` moves it.
    claimFile.close();
    throw tidyUp(error, path, pending, clock.now());
  } finally {
    claimFile.close();
    endWaiting();
  }
}

/** After the sign-up has ended: an expired one is removed, the answer of a lost one is kept. */
function tidyUp(error: unknown, path: string, pending: Pending, now: number): unknown {
  if (!(error instanceof WaypostError)) return error;
  if (error.code === 'signup_expired') removePending(path, pending);
  if (error.code !== 'signup_lost') return error;
  const answer = backUpClaimFile(path, pending.cli_token, now);
  if (error.status === 410) removePending(path, pending);
  else markInDoubt(path, pending);
  return answer === undefined ? error : error.with({ details: { rescue_path: answer } });
}

function signUpBody(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const body: Record<string, string> = {};
  for (const { name } of signUpFields) {
    const value = options[camelCase(name)];
    if (typeof value === 'string' && value.trim() !== '') body[name] = value.trim();
  }
  return body;
}

/**
 * The fields in the `errors` of a refusal, each once, with the service's message. The last segment of a path
 * counts: `email`, `.body.email`, `request/body/email`.
 */
export function refusedFields(errors: unknown): { field: SignUpField; message: string }[] {
  if (!Array.isArray(errors)) return [];
  const wrong = (errors as FieldError[]).map(({ path, message }) => ({
    name: path.split(/[./]/).at(-1),
    message,
  }));
  return signUpFields.flatMap((field) => {
    const found = wrong.find(({ name }) => name === field.name);
    return found === undefined ? [] : [{ field, message: found.message }];
  });
}
