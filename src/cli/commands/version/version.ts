// `waypost version`: the build, its runtime, and how it was installed.
import { version } from '../../../lib/identity';
import { commit, installed, platform, runtime } from '../../installation/installed';
import { card } from '../../output/table';
import type { Context } from '../../run/context';

export async function showVersion({ output }: Context): Promise<void> {
  const about = {
    version,
    commit,
    runtime: runtime(),
    platform: platform(),
    installed: installed(),
  };
  await output.result(about, (colour) => {
    const rows = Object.entries(about).map(([name, value]) => ({
      label: name.charAt(0).toUpperCase() + name.slice(1),
      value: value ?? 'unknown',
    }));
    return card(rows, colour, output.width).join('\n');
  });
}
