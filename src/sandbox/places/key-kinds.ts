// What a key of the index is to its place. The values stand in the index file.

/** The kinds of keys, by how much they say. */
export const keyKinds = {
  /** The name, or the name in ASCII. */
  main: 0,
  /** A name of another language or spelling. */
  alternate: 1,
  /** A code typed in full: FR, FRA, TX, LHR. */
  code: 2,
  /** The name from its second, third … word on. */
  inner: 3,
  /** The name written without gaps. */
  joined: 4,
  /** A part of an area's name with hyphens: Rhône-Alpes of Auvergne-Rhône-Alpes. */
  part: 5,
} as const;

/** One of `keyKinds`. */
export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];
