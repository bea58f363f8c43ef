// `waypost doctor`: checks installation, configuration, credentials and service, one line each, ready to
// paste in a bug report.
import * as z from 'zod/mini';
import { type ResolvedCredentials, requireUsableFile } from '../../../client/credentials/resolve';
import { WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import { card } from '../../output/table';
import { counted, timestampText } from '../../output/words';
import type { Context } from '../../run/context';
import { unwarnedCredentials } from '../../run/credentials';
import { callSandbox } from '../sandbox/control/call';
import { runningSandboxes } from '../sandbox/target/running';
import { sandboxAt } from '../sandbox/target/selected';
import {
  attempt,
  type Check,
  configurationChecks,
  credentialChecks,
  passed,
  profileCheck,
  toolChecks,
} from './local-checks';
import { serviceChecks } from './service-checks';

export async function runDoctor(context: Context): Promise<void> {
  const { output } = context;
  const found = [
    ...(await attempt('version', () => toolChecks(context))),
    ...(await attempt('configuration_directory', () => configurationChecks(context))),
    ...(await resolvedChecks(context)),
    ...(await attempt('sandbox', async () => [await sandboxCheck(context)])),
  ];
  const checks = found.map((check) => fitToPaste(check, context));
  const wrong = checks.filter(({ ok }) => !ok).length;
  await output.result({ ok: wrong === 0, checks }, (color) => {
    const rows = checks.flatMap(({ name, ok, message, hint }) => [
      {
        label: `${ok ? 'ok    ' : 'failed'}  ${checkTitle(name)}`,
        value: message,
        style: ok ? undefined : color.red,
      },
      ...(hint === undefined
        ? []
        : [{ label: '', value: hint, style: ok ? color.dim : color.yellow }]),
    ]);
    const verdict =
      wrong === 0
        ? color.green('Everything works.')
        : color.red(`${counted(wrong, 'check')} failed.`);
    return [...card(rows, color, output.width), '', verdict].join('\n');
  });
  if (wrong > 0) context.exitStatus = 1;
}

async function resolvedChecks(context: Context): Promise<Check[]> {
  let resolved: ResolvedCredentials;
  try {
    resolved = await unwarnedCredentials(context);
    requireUsableFile(resolved);
  } catch (error) {
    if (!(error instanceof WaypostError) || error.code !== 'invalid_credentials_file') {
      return attempt('credentials', () => Promise.reject(error));
    }
    // The check of the file has reported it. It may name the service, which is not known then.
    const profile = await attempt('profile', () => [profileCheck(context)]);
    return [...profile, passed('service', 'Not checked: the credentials file may name it.')];
  }
  return [
    ...(await attempt('credentials', () => credentialChecks(context, resolved))),
    ...(await attempt('service', () => serviceChecks(context, resolved))),
    ...(await attempt('sandbox', () => steeringChecks(context, resolved))),
  ];
}

/** The clock of a sandbox that differs by more was moved, in milliseconds. */
const movedMs = 1000;

/** What a person set on the sandbox in use: its time and faults. That is no failure. */
async function steeringChecks(
  context: Context,
  { baseUrl }: ResolvedCredentials,
): Promise<Check[]> {
  if (!isLoopback(baseUrl)) return [];
  const port = Number(baseUrl.port) || 80;
  const sandbox = await sandboxAt(port);
  if (sandbox === undefined) return [];
  const { clock } = context.system;
  const before = clock.now();
  const { now } = await callSandbox(sandbox, 'GET /health', z.object({ now: z.string() }));
  const theirs = Date.parse(now);
  const moved = theirs < before - movedMs || theirs > clock.now() + movedMs;
  const { faults } = await callSandbox(
    sandbox,
    'GET /faults',
    z.object({ faults: z.array(z.unknown()) }),
  );
  const checks: Check[] = [];
  if (moved) {
    const message = `The clock of the sandbox was moved: it shows ${timestampText(now)}.`;
    const hint = `${context.command('sandbox clock', ['now'], { port: String(port) })} sets it to the real time.`;
    checks.push(passed('sandbox_clock', message, hint));
  }
  if (faults.length > 0) {
    const message = `The sandbox has ${counted(faults.length, 'active fault')}.`;
    const hint = `${context.command('sandbox fault', ['list'], { port: String(port) })} shows them; ${context.command('sandbox fault', ['clear'], { port: String(port) })} removes them.`;
    checks.push(passed('sandbox_faults', message, hint));
  }
  return checks;
}

/** The name of a check for a person: `api_key` is the API key. */
function checkTitle(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\b(api|url|dns|tcp|tls)\b/g, (word) => word.toUpperCase());
}

/** Without secrets, and with `~` for the home directory, which often contains a person's name. */
function fitToPaste(
  { name, ok, message, hint }: Check,
  context: Context,
): Check & { hint?: string } {
  const { home } = context.system;
  const masked = (text: string) =>
    context.mask.apply(home.length > 1 ? text.replaceAll(home, '~') : text);
  const text = hint === undefined ? '' : context.hint(hint);
  const next = text === '' ? {} : { hint: masked(text) };
  return { name, ok, message: masked(message), ...next };
}

/** The sandboxes of this user that run, and where; that none does is no fault. */
async function sandboxCheck(context: Context): Promise<Check> {
  const running = await runningSandboxes(context);
  if (running.length === 0) return passed('sandbox', 'None runs.');
  const each = running.map(
    ({ listed: { url, version, running: answers } }) =>
      `${url} (${answers ? `version ${version}` : 'does not answer'})`,
  );
  return passed('sandbox', `Running: ${each.join(', ')}.`);
}
