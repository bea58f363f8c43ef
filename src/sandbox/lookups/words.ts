// Text as words to compare: case, accents and punctuation do not count.

/** More words than any address has; later ones are ignored. */
const mostWords = 40;
const mostCharacters = 500;

/**
 * Words of a text in lower case, without accents and punctuation. A ZIP code with nine digits is two
 * words, and so is `apt4b`. Bounded: of a longer text the beginning counts.
 */
export function wordsOf(text: string): string[] {
  return text
    .slice(0, mostCharacters)
    .normalize('NFKD')
    .replace(/[\p{Mn}.'’]/gu, '')
    .toLowerCase()
    .replace(/\b(\d{5})(\d{4})\b/g, '$1 $2')
    .replace(/\b(apt|ste|suite|unit)(\d+[a-z]?)\b/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);
}
