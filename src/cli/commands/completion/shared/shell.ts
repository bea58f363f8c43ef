// Which shell a completion is for.
import { basename } from 'node:path';
import { readVariable } from '../../../../lib/environment';
import { invalidInput } from '../../../../lib/errors';
import type { Machine } from '../../../../lib/runtime';
import { type Shell, scripts } from './scripts';

/** The shell that was named, else the user's. Throws `invalid_input` for one that is not known. */
export function shellOf(
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
  named: string | undefined,
): Shell {
  const usual = platform === 'win32' ? 'powershell' : basename(readVariable(env, 'SHELL') ?? '');
  const wanted = named ?? usual;
  const known = wanted === 'pwsh' ? 'powershell' : wanted;
  const shell = (Object.keys(scripts) as Shell[]).find((name) => name === known);
  if (shell !== undefined) return shell;
  const choices = Object.keys(scripts).join(', ');
  throw named === undefined
    ? invalidInput('$SHELL does not say which shell you use.', `Name it: ${choices}.`)
    : invalidInput(`There is no completion for ${named}.`, `The shells are ${choices}.`);
}
