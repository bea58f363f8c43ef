// `waypost profiles list`: the directories that are bound to a profile.
import { existsSync } from 'node:fs';
import { profilesPath } from '../../../client/credentials/directories';
import { readProfileRules } from '../../../client/credentials/profiles';
import type { Context } from '../../context';
import { profileText } from '../../hints/profile';
import { sanitizeLine } from '../../ui/sanitize';
import { table } from '../../ui/table';
import { hasLogin } from '../auth/shared/known-profile';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output, world, profileChoice } = context;
  const bindings = [...readProfileRules(profilesPath(world)).bindings]
    .map(([directory, profile]) => ({ directory, profile }))
    .sort((one, other) => (one.directory < other.directory ? -1 : 1));
  await output.result(bindings, (colour) => {
    if (bindings.length === 0) {
      return 'No directory is bound to a profile. `waypost profiles bind . work` binds this one to the profile work.';
    }
    const rows = bindings.map(({ directory, profile }) => [
      existsSync(directory) ? directory : `${directory} (does not exist)`,
      hasLogin(context, profile) ? profile : `${profile} (no login)`,
    ]);
    const columns = [{ title: 'DIRECTORY', minWidth: 20 }, { title: 'PROFILE' }];
    const inUse = profileChoice === undefined ? 'none' : profileText(profileChoice);
    return [
      ...table(columns, rows, colour, output.width),
      '',
      colour.dim(`In use here: ${sanitizeLine(inUse)}.`),
    ].join('\n');
  });
}
