// Why a profile is in use, for a person.
import type { ProfileChoice } from '../../client/credentials/directories';

/** The profile and what chose it, such as `shop (/work/shop is bound to it)`. */
export function profileText({ name, source, directory }: ProfileChoice): string {
  const why = {
    flag: 'named by --profile',
    env: 'named by WAYPOST_PROFILE',
    directory: `${directory} is bound to it`,
    current: 'the current one: `waypost auth switch` chose it',
  };
  return `${name} (${why[source]})`;
}
