// The credentials of a command: from its options or standard input, the environment, or the stored login.
import {
  type CredentialOptions,
  type KeyKind,
  type ResolvedCredentials,
  resolveCredentials,
} from '../../client/credentials/resolve';
import { invalidInput } from '../../lib/errors';
import type { Context } from './context';

/** Credentials and base URL of a run, after its warnings were shown; `baseUrl` replaces --base-url. */
export async function credentialsFor(
  context: Context,
  baseUrl?: string,
): Promise<ResolvedCredentials> {
  const resolved = await unwarnedCredentials(context, baseUrl);
  await context.warn(resolved.warnings);
  return resolved;
}

/** As `credentialsFor`, without showing the warnings. */
export async function unwarnedCredentials(
  context: Context,
  baseUrl?: string,
): Promise<ResolvedCredentials> {
  const { system, configuration, mask } = context;
  const flags = await flagValues(context);
  const resolved = resolveCredentials(
    context.credentialsPath,
    baseUrl === undefined ? flags : { ...flags, baseUrl },
    system.env,
    {
      profile: context.profileChoice,
      baseUrlSetting: configuration.baseUrl,
      keyFromCommand: (command, kind) => readCommandKey(context, command, kind),
    },
  );
  mask.add(resolved.apiKey?.value, resolved.userToken?.value);
  return resolved;
}

/** The key that a command prints; the command may ask a person. Throws as `keyFromCommand`. */
export async function readCommandKey(
  { system, interactive, mask }: Context,
  command: readonly string[],
  kind: KeyKind,
): Promise<string> {
  const { keyFromCommand } = await import('../../client/credentials/key-command');
  const { env, clock, interrupted } = system;
  return keyFromCommand(command, kind, {
    env,
    clock,
    interactive,
    signal: interrupted,
    onSecret: (line) => mask.add(line),
  });
}

/** Standard input can be read once; a command may ask for its credentials again. */
const readValues = new WeakMap<Context, Promise<CredentialOptions>>();

function flagValues(context: Context): Promise<CredentialOptions> {
  const values = readValues.get(context) ?? readFlagValues(context);
  readValues.set(context, values);
  return values;
}

/** The credentials of the options; `-` is read from standard input. */
async function readFlagValues({
  options,
  system,
  readsSecrets,
  mask,
}: Context): Promise<CredentialOptions> {
  const { apiKey, userToken, baseUrl, insecureHttp } = options;
  const lines = readsSecrets ? await (await import('./input')).readSecretLines(system) : [];
  const take = (value: string | undefined, option: string): string | undefined => {
    if (value !== '-') return value;
    const line = lines.shift();
    if (line) return line;
    throw invalidInput(
      `Standard input has no value for ${option}.`,
      'The first line is the API key; the management key comes next.',
    );
  };
  const flags = {
    apiKey: take(apiKey, '--api-key'),
    userToken: take(userToken, '--user-token'),
    baseUrl,
    insecureHttp,
  };
  mask.add(flags.apiKey?.trim(), flags.userToken?.trim());
  return flags;
}
