// Asks a person for the keys of a login. A paste often contains quotes and spaces, or only a part of the key:
// the former are removed, the latter is queried at once.
import { checkKey, type KeyKind } from '../../../../client/credentials/resolve';
import { invalidInput } from '../../../../lib/errors';
import type { Context } from '../../../run/context';

/** The keys as they are stored. */
interface Keys {
  apiKey: string;
  userToken: string | undefined;
}

/** Shorter keys are queried. The service's own have 28 characters. */
const suspiciousLength = 10;

const questions = {
  apiKey: { message: 'API key (begins ak_):', name: 'an API key' },
  userToken: {
    message: 'Management key (begins uk_; Enter for none):',
    name: 'a management key',
  },
} as const;

/**
 * Asks for the API key and, unless it is given, for the management key. Throws `invalid_input` if no API key
 * or the wrong kind of key is typed.
 */
export async function askKeys(context: Context, givenToken: string | undefined): Promise<Keys> {
  const apiKey = await askKey(context, 'apiKey');
  if (apiKey === undefined) {
    throw invalidInput(
      'No API key was given.',
      'Type or paste it at the prompt, or give --api-key.',
    );
  }
  return { apiKey, userToken: givenToken ?? (await askKey(context, 'userToken')) };
}

/** A key; undefined if only Enter was pressed. A short one is asked for again, or kept after a yes. */
async function askKey(context: Context, kind: KeyKind): Promise<string | undefined> {
  const { askSecret, askYes } = await context.output.prompts();
  const { message, name } = questions[kind];
  for (;;) {
    const key = withoutWrapping(await askSecret(message));
    if (key === '') return undefined;
    checkKey(key, kind);
    if (key.length >= suspiciousLength) return key;
    const characters = key.length === 1 ? '1 character' : `${key.length} characters`;
    const question = `That has only ${characters}, far too short for ${name}. Use it anyway?`;
    if (await askYes(question)) return key;
  }
}

/** A pasted text without surrounding quotes and spaces, invisible ones included. */
function withoutWrapping(text: string): string {
  return text.replace(
    /^[\s"'`\u00ab\u00bb\u2018-\u201f\u200b\u2060\ufeff]+|[\s"'`\u00ab\u00bb\u2018-\u201f\u200b\u2060\ufeff]+$/g,
    '',
  );
}
