// Asks a person before a logout.
import { readVariable } from '../../../../lib/environment';
import { nameShown } from '../../../hints/profile';
import type { Context } from '../../../run/context';
import { hasLogin } from './known-profile';
import { type FoundLogin, keyText, storedLogins } from './logins';
import { declined } from './replace-login';

const keys = [
  { kind: 'apiKey', name: 'API key', variable: 'WAYPOST_API_KEY' },
  { kind: 'userToken', name: 'management key', variable: 'WAYPOST_USER_TOKEN' },
] as const;

/**
 * Whether the login may be removed: the person is told which one it is and whether its keys are lost with it. Nobody
 * is asked where there is none.
 */
export async function confirmLogout(context: Context): Promise<boolean> {
  const { output, profile, world } = context;
  if (!hasLogin(context, profile)) return true;
  const all = storedLogins(context);
  const isThis = ({ login }: FoundLogin) => login.profile === (profile ?? null);
  const found = all.find(isThis);
  const lines = [`Profile         ${nameShown(profile)}`];
  if (found?.stored === undefined) lines.push(found?.login.error?.message ?? '');
  else {
    const { login, stored } = found;
    lines.push(
      `Service         ${login.base_url}`,
      `API key         ${keyText(login.api_key)}`,
      `Management key  ${keyText(login.user_token)}`,
    );
    for (const { kind, name, variable } of keys) {
      const key = stored[kind];
      if (key === undefined) continue;
      const places = [
        ...all.flatMap((other) =>
          !isThis(other) && other.stored?.[kind] === key
            ? [`the profile ${nameShown(other.login.profile)}`]
            : [],
        ),
        ...(readVariable(world.env, variable) === key ? [variable] : []),
      ];
      lines.push(
        places.length === 0
          ? `The ${name} is stored nowhere else by waypost.`
          : `The ${name} is also in ${places.join(', ')}.`,
      );
    }
  }
  await output.note(() => lines);
  const { askYes } = await output.prompts();
  if (await askYes('Remove this login from this machine?')) return true;
  await declined(context, '');
  return false;
}
