// `waypost doctor`: checks installation, configuration, credentials and service, one line each, ready to
// paste in a bug report.
import { WaypostError } from '../../../lib/errors';
import type { Context } from '../../context';
import { hintOf } from '../../hints/advice';
import { card } from '../../ui/card';
import { runningSandboxes } from '../sandbox/shared/running';
import { type Check, failedCheck, passed } from './shared/check';
import { configurationChecks } from './shared/configuration-checks';
import { credentialChecks } from './shared/credential-checks';
import { serviceChecks } from './shared/service-checks';
import { toolChecks } from './shared/tool-checks';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output } = context;
  const found = [
    ...toolChecks(context),
    ...(await resolvedChecks(context)),
    await sandboxCheck(context),
  ];
  const checks = found.map((check) => fitToPaste(check, context));
  const wrong = checks.filter(({ ok }) => !ok).length;
  await output.result({ ok: wrong === 0, checks }, (colour) => {
    const rows = checks.flatMap(({ name, ok, message, hint }) => [
      {
        label: `${ok ? 'ok    ' : 'failed'}  ${name}`,
        value: message,
        style: ok ? undefined : colour.red,
      },
      ...(hint === undefined
        ? []
        : [{ label: '', value: hint, style: ok ? colour.dim : colour.yellow }]),
    ]);
    const verdict =
      wrong === 0
        ? colour.green('Everything works.')
        : colour.red(`${wrong} ${wrong === 1 ? 'check' : 'checks'} failed.`);
    return [...card(rows, colour, output.width), '', verdict].join('\n');
  });
  if (wrong > 0) context.exitStatus = 1;
}

/** The checks that depend on profile, credentials and service; an error in those is reported once. */
async function resolvedChecks(context: Context): Promise<Check[]> {
  const checks: Check[] = [];
  try {
    checks.push(...configurationChecks(context));
    const resolved = await context.resolveQuietly();
    checks.push(...(await credentialChecks(context, resolved)));
    checks.push(...(await serviceChecks(context, resolved)));
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    // The check of the file has reported it.
    if (error.code !== 'invalid_credentials_file') {
      checks.push(failedCheck('credentials', error.message, hintOf(error)));
    }
  }
  return checks;
}

/** Without secrets, and with `~` for the home directory, which often contains a person's name. */
function fitToPaste({ name, ok, message, hint }: Check, context: Context): Check {
  const { home } = context.world;
  const shown = (text: string) =>
    context.masked(home.length > 1 ? text.replaceAll(home, '~') : text);
  return {
    name,
    ok,
    message: shown(message),
    ...(hint === undefined ? {} : { hint: shown(context.inProfile(hint)) }),
  };
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
