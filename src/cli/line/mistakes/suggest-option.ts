// The intended option of an unknown one.
import type { OptionSpec } from '../command';
import { globalOptions, helpOption, versionOption } from '../global-options';
import { everyCommand } from './locate';
import { optionWords } from './other-words';
import { bare, distance, isClose } from './similar';

/** Its name with dashes, such as `--last`; undefined if nothing is near. */
export function suggestOption(flag: string, own: readonly OptionSpec[]): string | undefined {
  const name = flag.replace(/^[-‐‑‒–—―−/]+/, '');
  const options = [...own, ...globalOptions, helpOption, versionOption].filter(
    ({ hidden }) => !hidden,
  );
  const names = options.flatMap((option) => [option.name, ...(option.alias ? [option.alias] : [])]);
  const exact = names.find((one) => distance(name, one) < 0.2);
  if (exact !== undefined) return `--${exact}`;
  const short = options.find((option) => option.short === name.toLowerCase());
  if (short?.short !== undefined && name.length === 1) return `-${short.short}`;
  const meant = optionWords.get(bare(name))?.find((one) => names.includes(one));
  if (meant !== undefined) return `--${meant}`;
  const [near] = names
    .filter((one) => isClose(name, one))
    .sort((one, other) => distance(name, one) - distance(name, other));
  // --us is the beginning of --user-token, as in other tools.
  const begun = name.length > 1 ? names.filter((one) => one.startsWith(name)) : [];
  const found = near ?? (begun.length === 1 ? begun[0] : undefined);
  return found === undefined ? undefined : `--${found}`;
}

/** The words of another command with the option, one of the same noun first. */
export function ownerOf(flag: string, [noun]: readonly string[]): string | undefined {
  const name = flag.replace(/^-+/, '');
  const owners = everyCommand().filter(({ spec }) =>
    spec.options?.some((option) => option.name === name && !option.hidden),
  );
  const [first] = [...owners.filter(({ path }) => path[0] === noun), ...owners];
  return first?.path.join(' ');
}
