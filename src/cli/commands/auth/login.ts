// `waypost auth login`: verifies the credentials with the service, then stores them. Nothing is written
// before every check has passed.
import { baseUrlText } from '../../../client/credentials/base-url';
import type { Credential, KeyKind } from '../../../client/credentials/resolve';
import { storeCredentials } from '../../../client/credentials/store';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { proveWritable } from '../../../lib/atomic-file';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { writeFailure } from '../../../lib/system-error';
import type { Context } from '../../run/context';
import { askKeys } from './shared/ask-keys';
import { chooseService } from './shared/choose-service';
import { type KeyCommandTexts, keyCommand } from './shared/key-commands';
import { declined, hasUserToken, mayReplace } from './shared/replace-login';

/** A key of a login, and the command that printed it, which is stored in its place. */
interface LoginKey {
  value: string;
  command?: string[] | undefined;
}

/** Runs the command. */
export async function run(context: Context, options: KeyCommandTexts): Promise<void> {
  const { output, credentialsPath: path } = context;
  const commands = {
    apiKey: keyCommand(context, 'apiKey', options),
    userToken: keyCommand(context, 'userToken', options),
  };
  const flags = await context.credentialFlags();
  const asks = flags.apiKey === undefined && commands.apiKey === undefined;
  if (asks && !context.interactive) {
    throw invalidInput(
      'No API key was given.',
      readVariable(context.world.env, 'WAYPOST_API_KEY') === undefined
        ? 'Give --api-key <key>, or --api-key - to pipe it in.'
        : 'WAYPOST_API_KEY is in use already, without a login. To store a key, give --api-key <key>, or --api-key - to pipe it in.',
    );
  }
  try {
    proveWritable(path);
  } catch (error) {
    throw writeFailure(path, error);
  }
  // With --api-key nothing is asked.
  const chosen = asks ? await chooseService(context) : undefined;
  const { baseUrl, stored: before, ...resolved } = await context.resolve(chosen);
  const given = { apiKey: fromFlag(resolved.apiKey), userToken: fromFlag(resolved.userToken) };
  if (!(await mayReplace(context, before, given, commands))) return declined(context);
  const { apiKey, userToken } = await keysOf(context, given, commands);
  context.keepSecret(apiKey.value, userToken?.value);

  const service = await context.service(baseUrl);
  const { available } = await keyAvailability(service, apiKey.value);
  if (userToken !== undefined) await keyDetails(service, apiKey.value, userToken.value);
  await storeCredentials(
    path,
    {
      ...(apiKey.command ? { apiKeyCommand: apiKey.command } : { apiKey: apiKey.value }),
      ...(userToken?.command
        ? { userTokenCommand: userToken.command }
        : { userToken: userToken?.value }),
      baseUrl: baseUrlText(baseUrl),
    },
    context.world,
  );

  await output.result({ success: true, config_path: path, available }, (colour) =>
    [
      `${colour.green('Logged in.')} The credentials are in ${path}`,
      ...notStored('API key', apiKey.command),
      ...notStored('management key', userToken?.command),
      ...(available
        ? []
        : ['The key exists but cannot be used now: no lookups left, or a limit reached.']),
      ...(userToken === undefined && before !== undefined && hasUserToken(before)
        ? ['The stored management key was removed: it may belong to another account.']
        : []),
    ].join('\n'),
  );
  await warnOfShadows(context, apiKey.value, userToken?.value);
}

/** The program that prints a key; its arguments may hold secrets. */
function notStored(key: string, command: string[] | undefined): string[] {
  const program = command?.[0];
  if (program === undefined) return [];
  return [`The ${key} is not stored: ${program} runs when it is needed.`];
}

/** The keys to verify: as given, as their commands print them, or as a person types them. */
async function keysOf(
  context: Context,
  given: Record<KeyKind, string | undefined>,
  commands: Record<KeyKind, string[] | undefined>,
): Promise<{ apiKey: LoginKey; userToken: LoginKey | undefined }> {
  const read = async (kind: KeyKind): Promise<LoginKey | undefined> => {
    const command = commands[kind];
    if (command !== undefined) return { value: await context.readKey(command, kind), command };
    const value = given[kind];
    return value === undefined ? undefined : { value };
  };
  const apiKey = await read('apiKey');
  const userToken = await read('userToken');
  if (apiKey !== undefined) return { apiKey, userToken };
  const typed = await askKeys(context, userToken?.value);
  return {
    apiKey: { value: typed.apiKey },
    userToken:
      userToken ?? (typed.userToken === undefined ? undefined : { value: typed.userToken }),
  };
}

/** A credential that a flag gave; what the environment or the file holds is no answer to a login. */
function fromFlag(credential: Credential | undefined): string | undefined {
  return credential?.source === 'flag' ? credential.value : undefined;
}

/** Warns if the environment overrides the stored credentials. */
async function warnOfShadows(
  context: Context,
  apiKey: string,
  userToken: string | undefined,
): Promise<void> {
  const { env } = context.world;
  const shadows = [
    { name: 'WAYPOST_API_KEY' as const, stored: apiKey },
    { name: 'WAYPOST_USER_TOKEN' as const, stored: userToken },
  ].filter(({ name, stored }) => {
    const value = readVariable(env, name);
    return value !== undefined && value !== stored;
  });
  for (const { name } of shadows) {
    await context.output.warn(
      `${name} is set and overrides the stored credentials. Unset it to use them.`,
    );
  }
}
