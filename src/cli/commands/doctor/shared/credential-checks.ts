// Which profile, service and keys are used, where they come from, and which stored ones are not used. Never
// the keys.
import {
  type CredentialFlags,
  type CredentialSource,
  credentialOf,
  type Resolved,
} from '../../../../client/credentials/resolve';
import { readVariable } from '../../../../lib/environment';
import { WaypostError } from '../../../../lib/errors';
import { hintOf } from '../../../hints/advice';
import { doctorHints } from '../../../hints/doctor';
import { profileText } from '../../../hints/profile';
import type { Context } from '../../../run/context';
import { type Check, failedCheck, passed } from './check';

const kinds = {
  apiKey: { name: 'api_key', words: 'API key', option: '--api-key', variable: 'WAYPOST_API_KEY' },
  userToken: {
    name: 'management_key',
    words: 'management key',
    option: '--user-token',
    variable: 'WAYPOST_USER_TOKEN',
  },
} as const;

type Kind = keyof typeof kinds;

/** The checks of the resolved credentials. */
export async function credentialChecks(context: Context, resolved: Resolved): Promise<Check[]> {
  const flags = await context.credentialFlags();
  return [
    profileCheck(context),
    baseUrlCheck(context, resolved, flags),
    await keyCheck('apiKey', context, resolved, flags),
    await keyCheck('userToken', context, resolved, flags),
  ];
}

/** Which profile is used, and why. */
export function profileCheck({ profileChoice, world }: Context): Check {
  if (profileChoice === undefined) {
    return passed('profile', 'None is chosen: the login without a profile is used.');
  }
  const shadows =
    profileChoice.source === 'flag' && readVariable(world.env, 'WAYPOST_PROFILE') !== undefined;
  const rest = shadows ? '; WAYPOST_PROFILE is overridden' : '';
  return passed('profile', `${profileText(profileChoice)}${rest}.`);
}

function baseUrlCheck(
  { world, configuration }: Context,
  { baseUrl, stored }: Resolved,
  flags: CredentialFlags,
): Check {
  const sources = [
    flags.baseUrl?.trim() ? '--base-url' : undefined,
    readVariable(world.env, 'WAYPOST_BASE_URL') === undefined ? undefined : 'WAYPOST_BASE_URL',
    stored?.baseUrl === undefined ? undefined : 'the stored login',
    configuration.baseUrl === undefined ? undefined : 'the settings',
    'the default',
  ];
  const [source = ''] = sources.flatMap((name) => name ?? []);
  return passed('base_url', `${baseUrl.href}, from ${source}.`);
}

async function keyCheck(
  kind: Kind,
  { world }: Context,
  resolved: Resolved,
  flags: CredentialFlags,
): Promise<Check> {
  const { name, words, option, variable } = kinds[kind];
  const { stored, withheld } = resolved;
  const there: Record<CredentialSource, boolean> = {
    flag: flags[kind] !== undefined,
    env: readVariable(world.env, variable) !== undefined,
    config: stored?.[kind] !== undefined || stored?.[`${kind}Command`] !== undefined,
  };
  const login =
    stored?.[`${kind}Command`] === undefined
      ? 'the stored login'
      : 'the command of the stored login';
  const origins = { flag: option, env: variable, config: login };
  let source: CredentialSource | undefined;
  try {
    source = (await credentialOf(resolved, kind))?.source;
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failedCheck(name, error.message, hintOf(error));
  }
  if (source === undefined) {
    const message = `No ${words} is known.${withheld === undefined ? '' : ` ${withheld}`}`;
    if (kind === 'userToken') return passed(name, message, doctorHints.noManagementKey);
    return failedCheck(name, message, hintOf(new WaypostError('missing_api_key', message)));
  }
  const order = ['flag', 'env', 'config'] as const;
  const shadowed = order.slice(order.indexOf(source) + 1).filter((one) => there[one]);
  const rest = shadowed.map((one) => origins[one]).join(' and ');
  return passed(
    name,
    `From ${origins[source]}${rest === '' ? '' : `; it shadows ${rest}`}.`,
    rest === '' ? undefined : doctorHints.shadowed(origins[source]),
  );
}
