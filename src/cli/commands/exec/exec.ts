// `waypost exec <command>`: runs a command with the credentials in environment variables, and masks the credentials in
// the command's output.
import { credentialOf, requireApiKey, requireUserToken } from '../../../client/credentials/resolve';
import { baseUrlText } from '../../../client/url';
import { placeholder } from '../../../lib/command-text';
import { invalidInput } from '../../../lib/errors';
import { directVariables, namedVariables, programOf, runChild } from '../../child/run';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';

interface ExecDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

export async function execProgram(
  { system, output, credentials, settings }: ExecDependencies,
  options: { env?: string[]; masking?: boolean },
  words: string[],
): Promise<number> {
  const { env } = system;
  if (settings.options.json === true) {
    throw invalidInput(
      '--json cannot be used with exec, because the command writes the output.',
      'Remove --json. To pass --json to the command, put --json after the command.',
    );
  }
  if (settings.readOnly !== undefined) {
    const { readOnlyRefusal } = await import('../../line/read-only');
    throw readOnlyRefusal(
      settings.readOnly,
      'A program with the keys can change data and send billed requests',
      (command) =>
        `Run the program without the keys: ${command('proxy', [], { 'read-only': true }, [placeholder('command')])}.`,
    );
  }
  const program = programOf(words, system);
  const kinds = ['api-key', 'management-key', 'base-url'] as const;
  const named = namedVariables(options.env ?? [], kinds, `NAME=${kinds.join(', NAME=')}`);
  const resolved = await credentials.resolve();
  const values = {
    'api-key': (await requireApiKey(resolved)).value,
    // waypost requires a management key only if --env assigns the management key to a variable. If --env does not
    // assign the management key, the program gets the management key only if the management key is set or stored.
    'management-key': named.some(({ kind }) => kind === 'management-key')
      ? (await requireUserToken(resolved)).value
      : (await credentialOf(resolved, 'userToken'))?.value,
    'base-url': baseUrlText(resolved.baseUrl),
  };
  return runChild(system, {
    program,
    words,
    env: {
      ...env,
      ...directVariables(resolved.baseUrl, env),
      WAYPOST_API_KEY: values['api-key'],
      WAYPOST_USER_TOKEN: values['management-key'],
      WAYPOST_BASE_URL: values['base-url'],
      ...Object.fromEntries(named.map(({ name, kind }) => [name, values[kind]])),
    },
    mask: options.masking === false ? undefined : output.mask,
  });
}
