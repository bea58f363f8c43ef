// `waypost signup`: opens an account in the browser and stores the account's keys, which the service issues only once.
// `signUpAlone` resumes or starts a sign-up (start-sign-up.ts), claims the keys (claim-keys.ts), and stores the login.
import { existsSync } from 'node:fs';
import { readCredentialsFile } from '../../../client/credentials/read';
import { requireUsableFile } from '../../../client/credentials/resolve';
import { loginStored } from '../../../client/credentials/store';
import { keyAvailability } from '../../../client/keys';
import type { Wait } from '../../../client/signup/claim';
import { finishSignUp, hasRescued } from '../../../client/signup/finish';
import {
  type Claimed,
  expiryOf,
  isClaimed,
  type Pending,
  pendingPath,
} from '../../../client/signup/pending';
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
import { isCi } from '../../../lib/environment';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { writing } from '../../../lib/system-error';
import type { Output } from '../../output/output';
import { showWaiting } from '../../output/progress';
import { timestampText } from '../../output/words';
import { confirmReplacement, declined, keepBothLogins } from '../../prompts/confirm';
import { preloadBrowser } from '../../prompts/open-page';
import type { Credentials } from '../../run/credentials';
import type { Dependencies } from '../../run/dependencies';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import {
  announcePage,
  claimKeys,
  leadToCompletion,
  type OpenedSignUp,
  pageToOpen,
} from './claim-keys';
import { sandboxControl } from './in-sandbox';
import { pendingToResume, startWithCorrections } from './start-sign-up';

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

/**
 * Handles --no-wait while another process is signing up. If --resume is set and a sign-up is pending, prints the
 * pending sign-up. In all other cases, throws `invalid_input`.
 */
async function tellBusy(
  { output, credentials, settings }: StoredLoginDependencies,
  { pending }: StateBeforeTurn,
  { resume, force }: SignUpCommandOptions,
): Promise<void> {
  if (resume && pending !== undefined)
    return tellPending({ output, credentials, settings }, pending, true, force === true);
  throw invalidInput(
    'Another waypost process is signing up.',
    (command) =>
      `To wait for that process and use its login, run ${command('signup', [], { resume: true })}.`,
  );
}

/** Prints the URL of the sign-up page that the other process opened, and waits until the other process ends. */
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
    text: 'Waiting for another waypost process to sign up (you can use --resume later)',
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

/**
 * Reports the login that an earlier command or another process stored. Throws `invalid_input` if there is no complete
 * login.
 */
async function reportStored({
  system,
  output,
  credentials,
  service,
  settings,
}: Dependencies): Promise<void> {
  const credentialsPath = credentials.path;
  const { apiKey, userToken, baseUrl } = readCredentialsFile(credentialsPath)?.credentials ?? {};
  // A login that lacks the base URL or one of the two keys does not come from a sign-up.
  if (apiKey === undefined || userToken === undefined || baseUrl === undefined) {
    throw invalidInput(
      'There is no sign-up to resume.',
      (command) => `Start a sign-up with ${command('signup')}.`,
    );
  }
  output.mask.add(apiKey, userToken);
  const url = parseBaseUrl(baseUrl, credentialsPath, settings.options.insecureHttp === true);
  const client = await service.connect(url);
  const { available } = await keyAvailability(client, apiKey, system.interrupted);
  await output.result(
    { success: true, config_path: credentialsPath, available, user_id: null },
    () =>
      `The login is already stored. The keys are in ${credentialsPath}. Check the keys with ${output.command('auth whoami')}.`,
  );
}

/**
 * Signs up. The caller must hold the lock of the pending file, so that only one process signs up at a time. Returns the
 * exit code, which is not 0 if the user declined to replace the stored login.
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
  if (replace === undefined) return declined(output, keepBothLogins);
  const allowHttp = settings.options.insecureHttp === true;
  const baseUrl = storedBaseUrl(stored, path, allowHttp) ?? (await serviceToSignUpAt(credentials));
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
    const isInterrupt = system.interrupted.aborted && !(error instanceof WaypostError);
    if (isInterrupt && !output.json) await noteInterrupt(output);
    throw error;
  }
}

async function noteInterrupt(output: Output): Promise<void> {
  const resume = output.command('signup', [], { resume: true });
  await output.sentence(`Interrupted. Continue the sign-up with ${resume}.`);
}

/** Stores the claimed keys as the login, and reports the result. */
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
    await output.warn(`waypost could not remove the sign-up's copy of the keys: ${path}`);
  }
  const { user_id } = claimed.credentials;
  await output.result(
    { success: true, config_path: credentialsPath, available, user_id },
    (color) =>
      [
        `${color.green('Signed up.')} The keys are in ${credentialsPath}`,
        `Check the keys with ${output.command('auth whoami')}. Pass the API key to a program with "$(${output.commandText('auth token')})".`,
      ].join('\n'),
  );
}

/**
 * Returns the base URL of the sign-up that an earlier command started, or undefined if there is no earlier sign-up.
 * Throws `invalid_input` if the base URL is invalid.
 */
function storedBaseUrl(
  stored: Pending | undefined,
  path: string,
  allowHttp: boolean,
): URL | undefined {
  return stored === undefined ? undefined : parseBaseUrl(stored.base_url, path, allowHttp);
}

/**
 * Returns the base URL in use. Throws `invalid_credentials_file` if waypost cannot use the existing credentials file.
 */
async function serviceToSignUpAt(credentials: Credentials): Promise<URL> {
  const resolved = await credentials.resolve();
  requireUsableFile(resolved);
  return resolved.baseUrl;
}

/**
 * If --no-wait is set, prints the result: the URL of the sign-up page, the page's expiration time, and the command that
 * stores the keys.
 */
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
      ...(wasAsked ? ['The sign-up is not complete yet.'] : []),
      pageToOpen(signup_url, color),
      `${expires_at === null ? '' : `The page expires at ${timestampText(expires_at)}. `}After you complete the sign-up, store the keys with ${next}. To check the sign-up once without waiting, add --no-wait.`,
    ].join('\n'),
  );
}

/**
 * Loads all modules that waypost needs after the wait. While waypost waits, an upgrade might remove waypost's files. If
 * waypost then failed to load a module, the keys would be lost, because the service issues the keys only once.
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
    `${option} must be a number of seconds from ${least} to ${most}, not ${JSON.stringify(text)}.`,
    `Use a number in this range, or remove ${option}.`,
  );
}

/**
 * Throws `invalid_input` if the command would wait for the user although it runs in a CI job or was started by a coding
 * agent. In a CI job, nobody can complete a sign-up. A coding agent might not show the page before the command ends.
 * Does not throw if --unattended, --deadline or --no-wait is set.
 */
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
      ? 'A CI job has no browser in which to complete a sign-up.'
      : 'A coding agent is running waypost. The agent might not show you the page while waypost waits.',
    'If the service is a sandbox on this machine, use --unattended. Otherwise, use --no-wait to print the URL of the sign-up page and exit, or --deadline <seconds> to wait.',
  );
}

/**
 * Returns true if --force is set, or if the user agrees to replace the stored login. Otherwise, returns false if no
 * login is stored, or if the stored login already contains the key that this sign-up claimed. Returns undefined if the
 * user declines. In a script, throws `invalid_input` instead of asking the user.
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
