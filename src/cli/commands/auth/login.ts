// `waypost auth login`: verifies the credentials with the service, then stores them. Nothing is written
// before every check has passed (interface, "Command line credential tool").
import { baseUrlText } from '../../../client/credentials/base-url';
import { checkKey } from '../../../client/credentials/check-key';
import { readCredentialsFile, type StoredCredentials } from '../../../client/credentials/read';
import type { CredentialFlags } from '../../../client/credentials/resolve';
import { storeCredentials, writeFailed } from '../../../client/credentials/store';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { proveWritable } from '../../../lib/atomic-file';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { askKeys, type Keys } from './shared/ask-keys';
import { confirmReplacement, declined } from './shared/replace-login';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output, credentialsPath: path } = context;
  const flags = await context.credentialFlags();
  if (flags.apiKey === undefined && !context.interactive) {
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
    throw writeFailed(path, error);
  }
  const before = readCredentialsFile(path)?.credentials;
  const { baseUrl } = await context.resolve();
  if (!(await mayReplace(context, before, flags))) return declined(context);
  const { apiKey, userToken } = await gatherKeys(context, flags);
  context.keepSecret(apiKey, userToken);

  const service = await context.service(baseUrl);
  const { available } = await keyAvailability(service, apiKey);
  if (userToken !== undefined) await keyDetails(service, apiKey, userToken);
  await storeCredentials(
    path,
    { apiKey, userToken, baseUrl: baseUrlText(baseUrl) },
    context.world.clock,
  );

  await output.result({ success: true, config_path: path, available }, (colour) =>
    [
      `${colour.green('Logged in.')} The credentials are in ${sanitizeLine(path)}`,
      ...(available
        ? []
        : ['The key exists but cannot be used now: no lookups left, or a limit reached.']),
      ...(before?.userToken !== undefined && userToken === undefined
        ? ['The management key stored before was dropped: it may belong to another account.']
        : []),
    ].join('\n'),
  );
  await warnOfShadows(context, apiKey, userToken);
}

/** The keys to check: from the flags, else asked for. With --api-key nothing is asked. */
async function gatherKeys(context: Context, flags: CredentialFlags): Promise<Keys> {
  const apiKey = flags.apiKey?.trim();
  const userToken = flags.userToken?.trim();
  if (apiKey === undefined) return askKeys(context, userToken);
  checkKey(apiKey, 'apiKey');
  if (userToken !== undefined) checkKey(userToken, 'userToken');
  return { apiKey, userToken };
}

/** Whether what is stored may go. A person is asked unless the options keep every key of it. */
async function mayReplace(
  context: Context,
  before: StoredCredentials | undefined,
  { apiKey, userToken }: CredentialFlags,
): Promise<boolean> {
  if (before === undefined || !context.interactive) return true;
  const keepsKey = apiKey?.trim() === before.apiKey;
  const keepsToken = before.userToken === undefined || userToken?.trim() === before.userToken;
  return (keepsKey && keepsToken) || confirmReplacement(context);
}

/** Says so where the environment stands above what was just stored. */
async function warnOfShadows(
  context: Context,
  apiKey: string,
  userToken: string | undefined,
): Promise<void> {
  const { env } = context.world;
  const shadows = [
    { name: 'WAYPOST_API_KEY', stored: apiKey },
    { name: 'WAYPOST_USER_TOKEN', stored: userToken },
  ].filter(({ name, stored }) => {
    const value = readVariable(env, name);
    return value !== undefined && value !== stored;
  });
  for (const { name } of shadows) {
    await context.output.warn(
      `${name} is set and stands above what was stored. Unset it to use the stored credentials.`,
    );
  }
}
