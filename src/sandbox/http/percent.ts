// Malformed percent encoding is an error of its own in the catalogue (4000), not a strange character.

/** Whether every escape of a URL is whole and spells UTF-8. */
export function isWellEncoded(target: string): boolean {
  if (!target.includes('%')) return true;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}
