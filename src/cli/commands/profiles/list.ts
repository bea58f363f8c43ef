// `waypost profiles list`: the profiles, and what chooses each of them.
import { existsSync } from 'node:fs';
import { profilesPath } from '../../../client/credentials/directories';
import { profileNames, readProfileRules } from '../../../client/credentials/profiles';
import { nameShown, profileText } from '../../hints/profile';
import { table } from '../../output/table';
import type { Context } from '../../run/context';
import { hasLogin } from '../../run/logins';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output, world, profileChoice } = context;
  const { current, bindings } = readProfileRules(profilesPath(world));
  const bound = [...bindings].sort(([one], [other]) => (one < other ? -1 : 1));
  const named = [...profileNames(world), ...bindings.values(), current].flatMap(
    (name) => name ?? [],
  );
  const profiles = [undefined, ...[...new Set(named)].sort()]
    .map((name) => ({
      profile: name ?? null,
      login: hasLogin(context, name),
      current: profileChoice?.name === name,
      switched: name !== undefined && name === current,
      directories: bound.flatMap(([directory, to]) => (to === name ? directory : [])),
    }))
    .filter(({ login, switched, directories }) => login || switched || directories.length > 0);
  await output.result(profiles, (colour) => {
    if (profiles.length === 0) {
      return 'There is no profile. `waypost profiles bind . work` binds this directory to the profile work, and `waypost auth login --profile work` stores its login.';
    }
    const rows = profiles.flatMap(({ profile, login, current: isUsed, switched, directories }) => {
      const why = [
        ...(switched ? ['auth switch'] : []),
        ...directories.map((path) => (existsSync(path) ? path : `${path} (does not exist)`)),
      ];
      const name = `${nameShown(profile)}${login ? '' : ' (no login)'}`;
      // A line for each directory: the name stands in the first.
      return (why.length === 0 ? [''] : why).map((reason, index) =>
        index === 0 ? [isUsed ? '*' : '', name, reason] : ['', '', reason],
      );
    });
    const columns = [{ title: '' }, { title: 'PROFILE' }, { title: 'CHOSEN BY', minWidth: 20 }];
    const inUse = profileChoice === undefined ? nameShown(undefined) : profileText(profileChoice);
    return [
      ...table(columns, rows, colour, output.width),
      '',
      colour.dim(`In use here: ${inUse}.`),
    ].join('\n');
  });
}
