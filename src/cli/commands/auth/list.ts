// `waypost auth list`: the logins stored on this machine, and with --check whether their keys work.

import { parseBaseUrl } from '../../../client/credentials/base-url';
import { credentialsPath } from '../../../client/credentials/directories';
import { nameShown, profileText } from '../../hints/profile';
import type { Colours } from '../../output/colour';
import { table } from '../../output/table';
import type { Context } from '../../run/context';
import { keyState } from './shared/key-report';
import { errorOf, type FoundLogin, keyText, type Login, storedLogins } from './shared/logins';

interface Options {
  check?: boolean;
}

/** A login and what its service says of its key; `live` is null where it cannot be asked. */
type Checked = Login & { live?: boolean | null; available?: boolean | null };

/** Runs the command. */
export async function run(context: Context, { check = false }: Options): Promise<void> {
  const { output, profileChoice } = context;
  const found = storedLogins(context);
  const logins: Checked[] = [];
  // One after the other: a secret manager may ask at the terminal.
  for (const one of found) logins.push(check ? await checked(context, one) : one.login);
  await output.result(logins, (colour) => {
    const notes = [
      ...logins.flatMap(({ error }) => (error === undefined ? [] : [error.message])),
      ...(profileChoice === undefined ? [] : [`In use: ${profileText(profileChoice)}.`]),
      ...(logins.some(({ current }) => current)
        ? []
        : [
            profileChoice?.name === undefined
              ? 'No login without a profile is stored: `waypost auth switch <profile>` uses one of these.'
              : context.inProfile('It has no login: `waypost auth login` stores one.'),
          ]),
    ];
    if (logins.length === 0) return 'No login is stored. `waypost auth login` stores one.';
    const columns = [
      { title: '' },
      { title: 'PROFILE' },
      { title: 'SERVICE', minWidth: 16 },
      { title: 'API KEY' },
      { title: 'MANAGEMENT KEY' },
      ...(check ? [{ title: 'STATE', minWidth: 12 }] : []),
    ];
    const rows = logins.map((login) => [
      login.current ? '*' : '',
      nameShown(login.profile),
      login.base_url ?? 'unknown',
      keyText(login.api_key),
      keyText(login.user_token),
      ...(check ? [stateText(login)] : []),
    ]);
    return [...table(columns, rows, colour, output.width), ...dim(colour, notes)].join('\n');
  });
}

/** Asks the login's own service: its keys go to no other. */
async function checked(context: Context, { login, stored }: FoundLogin): Promise<Checked> {
  if (stored === undefined) return { ...login, live: null, available: null };
  try {
    const { insecureHttp = false } = context.options;
    const path = credentialsPath(context.world, login.profile ?? undefined);
    const baseUrl = parseBaseUrl(login.base_url, path, insecureHttp);
    const apiKey = stored.apiKey ?? (await context.readKey(stored.apiKeyCommand ?? [], 'apiKey'));
    context.keepSecret(apiKey);
    return { ...login, ...(await keyState(await context.service(baseUrl), apiKey)) };
  } catch (error) {
    context.world.interrupted.throwIfAborted();
    const { code, message } = errorOf(error);
    return {
      ...login,
      live: null,
      available: null,
      error: { code, message: context.masked(message) },
    };
  }
}

function stateText({ live, available, error }: Checked): string {
  if (error !== undefined) return `unknown: ${error.code}`;
  if (!live) return 'rejected by the service';
  return available ? 'live and available' : 'live, but without lookups or over a limit';
}

function dim(colour: Colours, notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', ...notes.map((note) => colour.dim(note))];
}
