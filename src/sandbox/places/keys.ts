// The keys of the index: what each is to its place, and how it is compared: as the bytes of UTF-8, which stand
// in the order of their letters. In memory a key is a string with one character a byte.

/** The kinds of keys, by how much they say. The values stand in the index file. */
export const keyKinds = {
  /** The name, or the name in ASCII. */
  main: 0,
  /** A name of another language or spelling. */
  alternate: 1,
  /** A code typed in full: FR, FRA, TX, LHR. */
  code: 2,
  /** The name without its first word or words. */
  inner: 3,
  /** The name without spaces. */
  joined: 4,
  /** A part of an area's hyphenated name: Rhône-Alpes of Auvergne-Rhône-Alpes. */
  part: 5,
} as const;

export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

const ascii = /^[\0-\x7f]*$/;

/** The bytes of a text, one character each. */
export function toKey(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** Splits the bytes of a text into letters: the bytes of one character each. */
export function lettersOf(key: string): string[] {
  return key.match(/[\0-\x7f]|[\xc0-\xff][\x80-\xbf]*/g) ?? [];
}
