// A login without a base URL: if several services are known, the person chooses.
import { baseUrlText } from '../../../../client/credentials/base-url';
import { readVariable } from '../../../../lib/environment';
import { defaultBaseUrl } from '../../../../lib/identity';
import type { Context } from '../../../run/context';
import { storedLogins } from './logins';

/**
 * The base URL that the person chooses; undefined if an option or the environment names it, or only one is
 * known. For interactive runs.
 */
export async function chooseService(context: Context): Promise<string | undefined> {
  const { options, world, configuration } = context;
  if (options.baseUrl !== undefined) return undefined;
  if (readVariable(world.env, 'WAYPOST_BASE_URL') !== undefined) return undefined;
  const known = new Map<string, string[]>();
  const add = (url: string | null | undefined, what: string): void => {
    if (url === null || url === undefined) return;
    const text = baseUrlText(new URL(url));
    known.set(text, [...(known.get(text) ?? []), what]);
  };
  const logins = storedLogins(context).map(({ login }) => login);
  // Enter alone chooses the one that would be used without a question.
  for (const { base_url, current } of logins) if (current) add(base_url, 'the login here');
  add(configuration.baseUrl?.text, 'settings');
  for (const { base_url, current, profile } of logins) {
    if (!current) add(base_url, profile === null ? 'login' : `profile ${profile}`);
  }
  for (const url of await context.runningServices()) add(url, 'sandbox, running');
  add(defaultBaseUrl, 'default');
  if (known.size < 2) return undefined;
  const { askChoice } = await context.output.prompts();
  return askChoice(
    'Which service is the key for?',
    [...known].map(([url, whats]) => ({
      name: `${url} (${whats.join(', ')})`,
      value: url,
    })),
  );
}
