// `waypost proxy <command>`: the command sends requests through a proxy, and never holds the keys.
import { directVariables } from '../../../client/http/proxies';
import { childEnvironment } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { replacements } from '../../../lib/masking';
import { Replacer } from '../../../lib/replace-in-stream';
import { programOf, runChild } from '../../child/run';
import type { Context } from '../../run/context';
import { type OpenProxy, openProxy, type ProxyOptions } from './shared/open';

interface Options extends ProxyOptions {
  env?: string[];
}

/** Runs the command. */
export async function run(context: Context, options: Options, words: string[]): Promise<void> {
  if (context.options.json === true) {
    throw invalidInput(
      '--json does not go with a command: the output is that of the command.',
      'Omit it, or give it behind the command, whose option it is then. `waypost proxy log --json` tells what was asked.',
    );
  }
  const program = programOf(words, context.world);
  const names = (options.env ?? []).map(variableOf);
  const open = await openProxy(context, options);
  try {
    const all = open.secrets.flatMap((secret) => replacements(secret, () => ''));
    const secrets = new Replacer({ all, early: 0, cutOff: String });
    const holds = (text: string) => secrets.in(text) !== text;
    if (words.some(holds)) {
      throw invalidInput(
        'The arguments of the command hold the key.',
        'Omit it: the command finds the token of the session in WAYPOST_API_KEY.',
      );
    }
    const env = await environmentFor(context, open, names, holds);
    await runChild(context, { program, words, env });
  } finally {
    await open.proxy.close();
  }
}

const values = { 'api-key': 'WAYPOST_API_KEY', 'base-url': 'WAYPOST_BASE_URL' } as const;

/** A variable and the variable of this tool it equals, of `NAME=api-key`. */
function variableOf(text: string): { name: string; as: (typeof values)[keyof typeof values] } {
  const [, name = '', given = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (given === 'api-key' || given === 'base-url') return { name, as: values[given] };
  throw invalidInput(
    '--env takes NAME=api-key or NAME=base-url.',
    'The name is that of the variable the command reads, such as --env ADDRESS_KEY=api-key.',
  );
}

/** The environment of the command: no variable in it contains a key, whatever its name. */
async function environmentFor(
  { world, output }: Context,
  { variables }: OpenProxy,
  names: ReturnType<typeof variableOf>[],
  holds: (text: string) => boolean,
): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(childEnvironment(world.env));
  const given = new Set(names.map(({ name }) => name));
  const withheld = inherited.filter(([name, value]) => !given.has(name) && holds(value ?? ''));
  for (const [name] of withheld) {
    await output.warn(
      `${name} holds the key and is kept from the command. --env ${name}=api-key gives it the token.`,
    );
  }
  return {
    ...Object.fromEntries(inherited.filter(([, value]) => !holds(value ?? ''))),
    ...directVariables(new URL(variables.WAYPOST_BASE_URL), world.env),
    ...variables,
    ...Object.fromEntries(names.map(({ name, as }) => [name, variables[as]])),
  };
}
