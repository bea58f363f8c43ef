// Whether something can be a key at all, before it is sent anywhere. Prefixes are not required: the
// service knows its keys; only what is clearly the other kind is refused (contract, section 6).
import { invalidInput } from '../../lib/errors';

const kinds = {
  apiKey: {
    name: 'API key',
    option: '--api-key',
    own: 'ak_',
    other: 'uk_',
    otherName: 'a management key',
  },
  userToken: {
    name: 'management key',
    option: '--user-token',
    own: 'uk_',
    other: 'ak_',
    otherName: 'an API key',
  },
} as const;

/** The two kinds of key the tool holds. */
export type KeyKind = keyof typeof kinds;

/** Whether a value holds only what can stand in a header: visible ASCII characters. */
export function hasKeyCharacters(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

/**
 * Throws `invalid_input` where the value cannot be a key of this kind; never shows the value. `variable`
 * names where it was found, if in the environment.
 */
export function checkKey(value: string, kind: KeyKind, variable?: string): void {
  const { option, own, other, otherName } = kinds[kind];
  const name = kinds[kind].name + (variable === undefined ? '' : ` in ${variable}`);
  if (value.startsWith('-') && variable === undefined) {
    throw invalidInput(`${option} has no value.`, `Give the ${name} after it; it begins ${own}.`);
  }
  if (!hasKeyCharacters(value) || value.startsWith('-')) {
    throw invalidInput(
      `The ${name} holds blanks or characters that no key has.`,
      'Copy it again, whole and on its own.',
    );
  }
  if (value.startsWith(other)) {
    throw invalidInput(
      `What was given as ${name} begins ${other}: that is ${otherName}.`,
      `An API key begins ak_ and goes with --api-key; a management key begins uk_ and goes with --user-token.`,
    );
  }
}
