// `waypost exec <command>`: the command with the credentials in its environment, its output masked.
import { credentialOf, requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import { baseUrlText } from '../../../client/url';
import { invalidInput } from '../../../lib/errors';
import { directVariables, programOf, runChild } from '../../child/run';
import type { Context } from '../../run/context';
import { credentialsFor } from '../../run/credentials';

interface Options {
  env?: string[];
  masking?: boolean;
}

export async function execProgram(
  context: Context,
  options: Options,
  words: string[],
): Promise<void> {
  const { env } = context.system;
  if (context.options.json === true) {
    throw invalidInput(
      '--json does not go with exec: the output is that of the command.',
      'Omit it, or give it behind the command, whose option it is then.',
    );
  }
  if (context.readOnly !== undefined) {
    const { readOnlyError } = await import('../../line/effects');
    throw readOnlyError(
      context,
      'A program with the keys',
      ['changes', 'deletes', 'bills'],
      '`waypost proxy --read-only <command>` runs it without them.',
    );
  }
  const program = programOf(words, context.system);
  const names = (options.env ?? []).map(namedValue);
  const resolved = await credentialsFor(context);
  const values = {
    'api-key': (await requireApiKey(resolved)).value,
    // Loaded only if another name is asked for.
    'management-key': names.some(({ value }) => value === 'management-key')
      ? (await requireUserToken(resolved)).value
      : (await credentialOf(resolved, 'userToken'))?.value,
    'base-url': baseUrlText(resolved.baseUrl),
  };
  await runChild(context, {
    program,
    words,
    env: {
      ...env,
      ...directVariables(resolved.baseUrl, env),
      WAYPOST_API_KEY: values['api-key'],
      WAYPOST_USER_TOKEN: values['management-key'],
      WAYPOST_BASE_URL: values['base-url'],
      ...Object.fromEntries(names.map(({ name, value }) => [name, values[value]])),
    },
    mask: options.masking === false ? undefined : context.mask,
  });
}

const kinds = ['api-key', 'management-key', 'base-url'] as const;

/** A variable and its content, of `NAME=api-key`. */
function namedValue(text: string): { name: string; value: (typeof kinds)[number] } {
  const [, name = '', given] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  const value = kinds.find((kind) => kind === given);
  if (name !== '' && value !== undefined) return { name, value };
  // The given value may be a key.
  throw invalidInput(
    `--env takes NAME=${kinds.join(', NAME=')}.`,
    'The name is that of the variable the command reads, such as --env ADDRESS_KEY=api-key.',
  );
}
