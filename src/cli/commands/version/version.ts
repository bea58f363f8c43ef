// `waypost version`: the build, its runtime, and how it was installed.
import { version } from '../../../lib/identity';
import type { Context } from '../../context';
import { commit, platform, runtime } from '../../installation/build';
import { installed } from '../../installation/installed';
import { card } from '../../ui/card';

/** Runs the command. */
export async function run({ output }: Context): Promise<void> {
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
