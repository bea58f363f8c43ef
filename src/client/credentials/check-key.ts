// Whether something can be a key at all, before it is sent anywhere. Prefixes are not required: the
// service knows its keys; only what is clearly the other kind is refused.
import { rejected } from '../reasons';

const kinds = {
  apiKey: { name: 'API key', other: 'uk_', otherName: 'a management key' },
  userToken: { name: 'management key', other: 'ak_', otherName: 'an API key' },
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
  const { other, otherName } = kinds[kind];
  const name = kinds[kind].name + (variable === undefined ? '' : ` in ${variable}`);
  if (value.startsWith('-') && variable === undefined) {
    throw rejected('key_missing', `The ${name} begins with a dash, as an option does.`, { kind });
  }
  if (!hasKeyCharacters(value) || value.startsWith('-')) {
    throw rejected('key_characters', `The ${name} holds blanks or characters that no key has.`);
  }
  if (value.startsWith(other)) {
    throw rejected(
      'key_of_other_kind',
      `What was given as ${name} begins ${other}: that is ${otherName}.`,
    );
  }
}
