// Malformed percent encoding is an error of its own in the catalogue (4000), not a strange character.

/**
 * A text without its escapes; undefined where an escape is not whole or spells no UTF-8. The decoded
 * text is returned because the bundler drops a decoding whose value nobody uses, and its exception too.
 */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether every escape of a URL is whole and spells UTF-8. */
export function isWellEncoded(target: string): boolean {
  return !target.includes('%') || decoded(target) !== undefined;
}
