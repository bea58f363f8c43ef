// `waypost auth login`: verifies the credentials with the service, then stores them. Nothing is written
// before every check has passed (interface, "Command line credential tool").
import { baseUrlText } from '../../../client/credentials/base-url';
import { checkKey } from '../../../client/credentials/check-key';
import { readCredentialsFile } from '../../../client/credentials/read';
import type { CredentialFlags } from '../../../client/credentials/resolve';
import { storeCredentials, writeFailed } from '../../../client/credentials/store';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { proveWritable } from '../../../lib/atomic-file';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output, credentialsPath: path } = context;
  const flags = await context.credentialFlags();
  if (!flags.apiKey?.trim() && !context.interactive) {
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

/** The keys to check: from the flags, else asked for. A flag given means that nothing more is asked. */
async function gatherKeys(
  context: Context,
  flags: CredentialFlags,
): Promise<{ apiKey: string; userToken: string | undefined }> {
  let apiKey = flags.apiKey?.trim() ?? '';
  let userToken = flags.userToken?.trim() ?? '';
  if (apiKey === '') {
    const { askSecret } = await context.output.prompts();
    apiKey = await askSecret('API key (begins ak_):');
    if (apiKey === '') {
      throw invalidInput(
        'No API key was given.',
        'Type or paste it at the prompt, or give --api-key.',
      );
    }
    checkKey(apiKey, 'apiKey');
    if (userToken === '') {
      userToken = await askSecret('Management key (begins uk_; Enter to leave it out):');
    }
  }
  checkKey(apiKey, 'apiKey');
  if (userToken !== '') checkKey(userToken, 'userToken');
  return { apiKey, userToken: userToken === '' ? undefined : userToken };
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
