// The tool itself, its runtime, and the certificates that Node trusts.
import { accessSync, constants } from 'node:fs';
import { readVariable } from '../../../../lib/environment';
import { version } from '../../../../lib/identity';
import { systemReason } from '../../../../lib/system-error';
import { doctorHints } from '../../../hints/doctor';
import {
  commit,
  installed,
  platform,
  runtime,
  upgradeHints,
} from '../../../installation/installed';
import { isNewer, readUpgradeState } from '../../../installation/upgrade';
import type { Context } from '../../../run/context';
import { type Check, failedCheck, passed } from './check';

/** The checks that need neither credentials nor a network. */
export function toolChecks({ agent, world }: Context): Check[] {
  return [
    versionCheck(world),
    passed('runtime', `${runtime()} on ${platform()}.`),
    ...(agent === undefined
      ? []
      : [
          passed(
            'agent',
            `${agent.variable} is set: ${agent.agent} runs this terminal, so nothing asks, moves or opens a browser.`,
            doctorHints.agent,
          ),
        ]),
    ...certificateChecks(world.env),
  ];
}

/** An older version is no failure; the newest is known if the user was told of it. */
function versionCheck(world: Context['world']): Check {
  const built = commit === null ? 'of an unknown commit' : `of commit ${commit.slice(0, 12)}`;
  const way = installed();
  const message = `waypost ${version} ${built}, installed: ${way}.`;
  const { latest } = readUpgradeState(world);
  if (latest === undefined || !isNewer(latest, version)) return passed('version', message);
  return passed('version', `${message} ${latest} is out.`, upgradeHints[way]);
}

/** Only if somebody changed what Node trusts: a mistake there appears as an error of TLS at best. */
function certificateChecks(env: Context['world']['env']): Check[] {
  const checks: Check[] = [];
  const file = readVariable(env, 'NODE_EXTRA_CA_CERTS');
  if (file !== undefined) {
    try {
      accessSync(file, constants.R_OK);
      checks.push(passed('certificates', `NODE_EXTRA_CA_CERTS adds ${file}.`));
    } catch (error) {
      const message = `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read: ${systemReason(error)}.`;
      checks.push(failedCheck('certificates', message, doctorHints.extraCertificates));
    }
  }
  if (readVariable(env, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    const message =
      'NODE_TLS_REJECT_UNAUTHORIZED is 0: anyone between this machine and the service can read the keys.';
    checks.push(failedCheck('verification', message, doctorHints.unverified));
  }
  return checks;
}
