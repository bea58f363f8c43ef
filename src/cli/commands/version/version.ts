// `waypost version`: prints the version, the runtime and the installation method. If --check is set, also checks
// whether a newer version exists.
import { version } from '../../../lib/identity';
import { commit, installed, platform, runtime, upgradeHints } from '../../installation/installed';
import type { Output } from '../../output/output';
import { card } from '../../output/table';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

export async function showVersion(
  { system, output, settings }: { system: System; output: Output; settings: SettingsInUse },
  options: { check?: boolean },
): Promise<void> {
  const way = installed();
  const about = {
    version,
    commit,
    runtime: runtime(),
    platform: platform(),
    installed: way,
  };
  const newest = options.check ? await checkNewest({ system, settings }) : undefined;
  await output.result({ ...about, ...newest }, (color) => {
    const rows = Object.entries(about).map(([name, value]) => ({
      label: name.charAt(0).toUpperCase() + name.slice(1),
      value: value ?? 'unknown',
    }));
    if (newest === undefined) return card(rows, color, output.width);
    const verdict = newest.outdated
      ? `Version ${newest.latest} is available. ${upgradeHints[way]}`
      : `This version is up to date. The newest version in the npm registry is ${newest.latest}.`;
    return [...card(rows, color, output.width), '', verdict];
  });
}

async function checkNewest({
  system,
  settings,
}: {
  system: System;
  settings: SettingsInUse;
}): Promise<{ latest: string; outdated: boolean }> {
  const { isNewer, newestVersion } = await import('../../installation/newest-version');
  const latest = await newestVersion(system.env, settings.timeoutMs, system.interrupted);
  return { latest, outdated: isNewer(latest, version) };
}
