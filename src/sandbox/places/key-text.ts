// Keys are compared as the bytes of UTF-8, which stand in the order of their letters. In memory such a
// key is a string with one character a byte.

const ascii = /^[\0-\x7f]*$/;

/** The bytes of a text, one character each. */
export function toKey(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** Splits the bytes of a text into letters: the bytes of one character each. */
export function lettersOf(key: string): string[] {
  return key.match(/[\0-\x7f]|[\xc0-\xff][\x80-\xbf]*/g) ?? [];
}
