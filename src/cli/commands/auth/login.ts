// `waypost auth login`: verifies the credentials with the service, then stores them. Nothing is written
// before every check has passed.
import { baseUrlText } from '../../../client/credentials/base-url';
import type { StoredCredentials } from '../../../client/credentials/read';
import type { Credential } from '../../../client/credentials/resolve';
import { storeCredentials } from '../../../client/credentials/store';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { proveWritable } from '../../../lib/atomic-file';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import { writeFailure } from '../../../lib/write-failure';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { askKeys } from './shared/ask-keys';
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
    throw writeFailure(path, error);
  }
  const { baseUrl, stored: before, ...resolved } = await context.resolve();
  const given = { apiKey: fromFlag(resolved.apiKey), userToken: fromFlag(resolved.userToken) };
  if (!(await mayReplace(context, before, given))) return declined(context);
  // With --api-key nothing is asked.
  const { apiKey, userToken } =
    given.apiKey === undefined
      ? await askKeys(context, given.userToken)
      : { ...given, apiKey: given.apiKey };
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

/** A credential that a flag gave; what the environment or the file holds is no answer to a login. */
function fromFlag(credential: Credential | undefined): string | undefined {
  return credential?.source === 'flag' ? credential.value : undefined;
}

/** Whether what is stored may go. A person is asked unless the options keep every key of it. */
async function mayReplace(
  context: Context,
  before: StoredCredentials | undefined,
  { apiKey, userToken }: { apiKey: string | undefined; userToken: string | undefined },
): Promise<boolean> {
  if (before === undefined || !context.interactive) return true;
  const keepsKey = apiKey === before.apiKey;
  const keepsToken = before.userToken === undefined || userToken === before.userToken;
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
