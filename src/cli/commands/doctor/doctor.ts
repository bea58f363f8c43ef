// `waypost doctor`: checks the installation, the configuration, the credentials and the service. The report does not
// contain secrets, so users can paste it into a bug report.
import * as z from 'zod/mini';
import { type ResolvedCredentials, requireUsableFile } from '../../../client/credentials/resolve';
import { WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import type { Output } from '../../output/output';
import { card } from '../../output/table';
import { counted, timestampText } from '../../output/words';
import type { Dependencies } from '../../run/dependencies';
import type { System } from '../../run/system';
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

interface ReportDependencies {
  system: System;
  output: Output;
}

export async function runDoctor(dependencies: Dependencies): Promise<number> {
  const { system, output } = dependencies;
  const found = [
    ...(await attempt('version', () => toolChecks(dependencies))),
    ...(await attempt('configuration_directory', () => configurationChecks(dependencies))),
    ...(await resolvedChecks(dependencies)),
    ...(await attempt('sandbox', async () => [await sandboxCheck(system)])),
  ];
  const checks = found.map((check) => fitToPaste(check, dependencies));
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
        ? color.green('All checks passed.')
        : color.red(`${counted(wrong, 'check')} failed.`);
    return [...card(rows, color, output.width), '', verdict].join('\n');
  });
  return wrong > 0 ? 1 : 0;
}

/** Returns the checks that require the credentials in use. */
async function resolvedChecks(dependencies: Dependencies): Promise<Check[]> {
  let resolved: ResolvedCredentials;
  try {
    resolved = await dependencies.credentials.resolveWithoutWarnings();
    requireUsableFile(resolved);
  } catch (error) {
    if (!(error instanceof WaypostError) || error.code !== 'invalid_credentials_file') {
      return attempt('credentials', () => Promise.reject(error));
    }
    // waypost does not report this error again, because the check of the credentials file has already reported it.
    // waypost does not check the service, because the service's URL might be in the invalid file.
    const profile = await attempt('profile', () => [profileCheck(dependencies)]);
    return [
      ...profile,
      passed(
        'service',
        "waypost did not check the service, because the service's URL might be in the invalid credentials file.",
      ),
    ];
  }
  return [
    ...(await attempt('credentials', () => credentialChecks(dependencies, resolved))),
    ...(await attempt('service', () => serviceChecks(dependencies, resolved))),
    ...(await attempt('sandbox', () => steeringChecks(dependencies, resolved))),
  ];
}

/**
 * If a sandbox's clock differs from this machine's clock by more than this number of milliseconds, `doctor` reports a
 * changed clock.
 */
const movedMs = 1000;

/**
 * If the clock of the sandbox in use was changed, returns a check that reports the sandbox's time. If this sandbox has
 * active faults, returns a check that reports the faults. These checks never fail.
 */
async function steeringChecks(
  { system, output }: ReportDependencies,
  { baseUrl }: ResolvedCredentials,
): Promise<Check[]> {
  if (!isLoopback(baseUrl)) return [];
  const port = Number(baseUrl.port) || 80;
  const sandbox = await sandboxAt(port);
  if (sandbox === undefined) return [];
  const { clock } = system;
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
    const message = `The sandbox's clock shows ${timestampText(now)}, which differs from the real time.`;
    const hint = `Set the clock to the real time with ${output.command('sandbox clock', ['now'], { port: String(port) })}.`;
    checks.push(passed('sandbox_clock', message, hint));
  }
  if (faults.length > 0) {
    const message = `The sandbox has ${counted(faults.length, 'active fault')}.`;
    const hint = `List the faults with ${output.command('sandbox fault', ['list'], { port: String(port) })}, and remove all faults with ${output.command('sandbox fault', ['clear'], { port: String(port) })}.`;
    checks.push(passed('sandbox_faults', message, hint));
  }
  return checks;
}

/** Returns a check's name as a title: `api_key` becomes `API key`. */
function checkTitle(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\b(api|url|dns|tcp|tls)\b/g, (word) => word.toUpperCase());
}

/**
 * Returns the check without secrets. Replaces the home directory with `~`, because the directory's path often contains
 * the user's name.
 */
function fitToPaste(
  { name, ok, message, hint }: Check,
  { system, output }: ReportDependencies,
): Check & { hint?: string } {
  const { home } = system;
  const masked = (text: string) =>
    output.mask.apply(home.length > 1 ? text.replaceAll(home, '~') : text);
  const text = hint === undefined ? '' : output.hint(hint);
  const next = text === '' ? {} : { hint: masked(text) };
  return { name, ok, message: masked(message), ...next };
}

/** Returns a check that lists the user's running sandboxes. This check never fails. */
async function sandboxCheck(system: System): Promise<Check> {
  const running = await runningSandboxes(system);
  if (running.length === 0) return passed('sandbox', 'No sandbox is running.');
  const each = running.map(
    ({ listed: { url, version, running: responds } }) =>
      `${url} (${responds ? `version ${version}` : 'does not respond'})`,
  );
  return passed('sandbox', `Running: ${each.join(', ')}.`);
}
